import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { RenderedDelivery } from './alert.ts'
import { DeliveryError } from './failures.ts'

/** Sends an alert to the user's linked chat; a chat that is gone is deleted. */
export async function chatTo(ctx: Context, { delivery, written, link }: RenderedDelivery): Promise<void> {
  const { userId } = delivery
  const chat = await ctx.db.selectFrom('alert_chats').select('chat_id').where('user_id', '=', userId).executeTakeFirst()
  if (!chat || !ctx.telegram) return
  const text = `${written.title}\n\n${written.text}\n\n${link}`
  const isGone = await ctx.telegram.send(chat.chat_id, text).catch((error: Error) => {
    throw new DeliveryError('TELEGRAM_REFUSED', { cause: error })
  })
  if (isGone) await unlinkChatOf(ctx.db, userId)
}

/** Links a chat to a user, in place of the one before. */
export async function linkChatOf(db: Database, of: { userId: string; chatId: string; at: Date }): Promise<void> {
  const linked = { chat_id: of.chatId, linked_at: of.at }
  await db
    .insertInto('alert_chats')
    .values({ user_id: of.userId, ...linked })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(linked))
    .execute()
}

export async function unlinkChatOf(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('alert_chats').where('user_id', '=', userId).execute()
}
