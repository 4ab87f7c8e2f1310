import * as v from 'valibot'
import { cutText } from '#lib/text/characters.ts'

/** The Telegram bot that sends alerts to linked chats. */
export interface Telegram {
  /** The bot's name, which links to it contain. */
  name(): Promise<string>
  /** Sends to a chat; true when the chat is gone. Throws when a retry may succeed. */
  send(chatId: string, text: string): Promise<boolean>
  /** New messages to the bot. */
  updates(offset: number): Promise<readonly Update[]>
}

export interface Update {
  id: number
  chatId: string
  text: string
}

const TIMEOUT_MS = 15_000
/** The chat was blocked or deleted (Bot API: 403, and 400 for a chat that is not found). */
const GONE = [400, 403]

const Me = v.object({ result: v.object({ username: v.string() }) })
const Updates = v.object({
  result: v.array(
    v.object({
      update_id: v.number(),
      message: v.optional(v.object({ text: v.optional(v.string(), ''), chat: v.object({ id: v.number() }) })),
    }),
  ),
})

/** @param api another server that speaks the Bot API, for tests */
export function createTelegram(token: string, api = 'https://api.telegram.org'): Telegram {
  let known: string | undefined
  async function ask(method: string, body: object): Promise<Response> {
    try {
      return await fetch(`${api}/bot${token}/${method}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
    } catch {
      // The URL contains the token, so fetch's message must not be logged.
      throw new Error(`Telegram did not answer ${method}`)
    }
  }
  const read = async (response: Response): Promise<unknown> => {
    if (!response.ok) throw new Error(`Telegram answered ${response.status}`)
    return response.json()
  }
  return {
    async name() {
      known ??= v.parse(Me, await read(await ask('getMe', {}))).result.username
      return known
    },
    async send(chatId, text) {
      const response = await ask('sendMessage', {
        chat_id: chatId,
        text: cutText(text, 4000),
        link_preview_options: { is_disabled: true },
      })
      if (GONE.includes(response.status)) return true
      await read(response)
      return false
    },
    async updates(offset) {
      const { result } = v.parse(
        Updates,
        await read(await ask('getUpdates', { offset, timeout: 0, allowed_updates: ['message'] })),
      )
      return result.map(({ update_id: id, message }) => ({
        id,
        chatId: message ? String(message.chat.id) : '',
        text: message?.text ?? '',
      }))
    },
  }
}
