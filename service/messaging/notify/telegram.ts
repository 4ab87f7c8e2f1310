import * as v from 'valibot'
import { cutText } from '#lib/text/characters.ts'

/** The Telegram bot that sends alerts to linked chats. */
export interface Telegram {
  /** The bot's name, which links to it contain. */
  name(): Promise<string>
  /** Sends to a chat. The codes of failures are for its owner. */
  send(chatId: string, text: string): Promise<Sent>
  /** New messages to the bot. */
  updates(offset: number): Promise<readonly Update[]>
}

export type Sent =
  | 'sent'
  /** A group became a supergroup, with another id. */
  | { movedTo: string }
  /** The chat is gone, or its owner has blocked the bot. */
  | { ended: string }
  /** A retry may succeed, once the chat lets the bot write or Telegram answers again. */
  | { failed: string }

export interface Update {
  id: number
  chatId: string
  text: string
}

const TIMEOUT_MS = 15_000
/** Maximum length of a message, in UTF-16 units (Bot API). */
const MAX_LENGTH = 4096
/** Descriptions of refusals for a chat that will never take a message again; other ones with 400 pass or are ours. */
const GONE = /chat not found|chat was deleted|user is deactivated|group chat was deactivated|peer_id_invalid/i

const Refusal = v.object({
  description: v.optional(v.string(), ''),
  parameters: v.optional(v.object({ migrate_to_chat_id: v.optional(v.number()) }), {}),
})

/** The meaning of a refusal by its body: the status alone says too little. */
function readRefusal(status: number, body: unknown): Sent {
  const { success, output } = v.safeParse(Refusal, body)
  const { description, parameters } = success ? output : { description: '', parameters: {} }
  if (parameters.migrate_to_chat_id !== undefined) return { movedTo: String(parameters.migrate_to_chat_id) }
  if (status === 403) return { ended: 'TELEGRAM_BLOCKED' }
  if (status === 400 && GONE.test(description)) return { ended: 'TELEGRAM_GONE' }
  return { failed: status === 400 && description !== '' ? description : 'TELEGRAM_REFUSED' }
}

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
        text: cutText(text, MAX_LENGTH),
        link_preview_options: { is_disabled: true },
      }).catch(() => undefined)
      if (response?.ok) return 'sent'
      return response
        ? readRefusal(response.status, await response.json().catch(() => ({})))
        : { failed: 'TELEGRAM_SILENT' }
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
