import type { Message } from '#lib/contract/messages.ts'
import type { Database } from '../../db/open.ts'
import { newId } from '../../ids.ts'
import type { LetterKind } from '../accounts/letters.ts'

export interface News {
  userId: string
  category: Message['category']
  /** What it tells of: the same is told once. */
  source: string
  kind: LetterKind
  values: Record<string, string>
  /** Unix milliseconds. */
  at: number
}

/** Puts a message into a user's box, in the transaction of what it tells of or of its letter. */
export async function leaveMessage(db: Database, { userId, category, source, kind, values, at }: News): Promise<void> {
  const details = JSON.stringify(values)
  await db
    .insertInto('user_messages')
    .values({ id: newId(), user_id: userId, category, source, kind, details, at: new Date(at), read_at: null })
    .onConflict((conflict) => conflict.columns(['user_id', 'source']).doNothing())
    .execute()
}
