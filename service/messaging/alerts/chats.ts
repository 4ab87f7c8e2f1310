import type { Context } from '#service/platform/context.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { isAlive, type Session } from '#service/platform/http/sessions.ts'
import { hashToken, newToken } from '#service/platform/ids.ts'
import { linkChatOf } from '../notify/chat-delivery.ts'
import { deleteOutcome } from '../notify/outcomes.ts'

const CODE_MS = 600_000

/** A link to the bot's chat, with a code that stands for the user while the session is valid. */
export async function chatLink(ctx: Context, { userId, id: sessionId }: Session): Promise<{ link: string }> {
  if (!ctx.telegram) throw new RefusalError('TELEGRAM_OFF')
  const code = newToken()
  const expiresAt = new Date(ctx.clock.now() + CODE_MS)
  const name = await ctx.telegram.name()
  await ctx.db.transaction().execute(async (db) => {
    await db.deleteFrom('alert_chat_codes').where('user_id', '=', userId).execute()
    await db
      .insertInto('alert_chat_codes')
      .values({ code_hash: hashToken(code), user_id: userId, session_id: sessionId, expires_at: expiresAt })
      .execute()
  })
  return { link: `https://t.me/${name}?start=${code}` }
}

/** Reads the bot's messages, and links the chats that started with such a code. */
export async function readChats(ctx: Context): Promise<void> {
  const { telegram } = ctx
  if (!telegram) return
  // Telegram deletes updates below the requested number.
  for (let next = 0, more = true; more; ) {
    const updates = await telegram.updates(next)
    for (const { chatId, text } of updates) await linkChat(ctx, chatId, /^\/start ([A-Za-z0-9_-]{43})$/.exec(text)?.[1])
    next = (updates.at(-1)?.id ?? 0) + 1
    more = updates.length > 0
  }
}

async function linkChat(ctx: Context, chatId: string, code: string | undefined): Promise<void> {
  if (code === undefined) return
  const now = new Date(ctx.clock.now())
  await ctx.db.transaction().execute(async (db) => {
    const taken = await db
      .deleteFrom('alert_chat_codes')
      .where('code_hash', '=', hashToken(code))
      .where('expires_at', '>', now)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('sessions')
            .select('id')
            .whereRef('sessions.id', '=', 'alert_chat_codes.session_id')
            .where(isAlive(now.getTime())),
        ),
      )
      .returning('user_id')
      .executeTakeFirst()
    if (!taken) return
    await linkChatOf(db, { userId: taken.user_id, chatId, at: now })
    await deleteOutcome(db, { userId: taken.user_id, channel: 'telegram', recipient: '' })
  })
}
