import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Outcome, RenderedDelivery } from './alert.ts'
import { DeliveryError } from './failures.ts'

/** Sends an alert to the user's linked chat. A group that became another chat is followed there. */
export async function chatTo(ctx: Context, { delivery, written, link }: RenderedDelivery): Promise<Outcome> {
  const { userId } = delivery
  const chat = await ctx.db.selectFrom('alert_chats').select('chat_id').where('user_id', '=', userId).executeTakeFirst()
  if (!chat || !ctx.telegram) return 'missing'
  const text = `${written.title}\n\n${written.text}\n\n${link}`
  const sent = await ctx.telegram.send(chat.chat_id, text)
  if (sent === 'sent') return 'delivered'
  if ('ended' in sent) return sent
  if ('failed' in sent) throw new DeliveryError(sent.failed)
  await ctx.db
    .updateTable('alert_chats')
    .set({ chat_id: sent.movedTo })
    .where('user_id', '=', userId)
    .where('chat_id', '=', chat.chat_id)
    .execute()
  throw new DeliveryError('TELEGRAM_MOVED')
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

/** Unlinks a user's chat; returns its id where there was one. */
export async function unlinkChatOf(db: Database, userId: string): Promise<string | undefined> {
  const chat = await db.deleteFrom('alert_chats').where('user_id', '=', userId).returning('chat_id').executeTakeFirst()
  return chat?.chat_id
}
