import type { Context } from '#service/platform/context.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { type Own, onOwn } from './change-rental.ts'
import { keyLines } from './keys.ts'

/** Replaces the keys that open a rental. Its host ends the connections of those that are gone with its next poll. */
export const setKeys = (ctx: Context, own: Own, keyIds: readonly string[]): Promise<void> =>
  onOwn(ctx, own, async (db, row) => {
    if (row.state !== 'starting' && row.state !== 'running') throw new RefusalError('RENTAL_OVER')
    const keys = await keyLines(db, { userId: own.userId, keyIds })
    await db
      .updateTable('gpu_rentals')
      .set({ keys: JSON.stringify(keys) })
      .where('id', '=', row.id)
      .execute()
  })
