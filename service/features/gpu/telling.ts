import { fromUnits } from '#lib/money/coins.ts'
import type { Context } from '../../context.ts'
import type { Database } from '../../db/open.ts'
import type { MessageKind } from '../../notify/kinds.ts'
import { notifyByMail } from '../../notify/notify.ts'
import type { Row } from './row.ts'

type News = Extract<MessageKind, `rental${string}`>

export interface Told {
  kind: News
  /** What it tells of, once. */
  source: string
  values?: Record<string, string>
}

/** Tells the user of a rental, in the box and by mail, in the transaction of what it tells of. */
export async function tellRental(ctx: Context, db: Database, row: Row, { kind, source, values }: Told): Promise<void> {
  const { model } = await db.selectFrom('gpus').select('model').where('id', '=', row.gpu_id).executeTakeFirstOrThrow()
  const told = { rental: row.id, model, price: fromUnits(row.price, 'USDT'), ...values }
  await tellUser(ctx, db, { userId: row.user_id, lang: row.lang, kind, source, values: told })
}

interface ToUser extends Required<Told> {
  userId: string
  lang: Row['lang']
}

export async function tellUser(ctx: Context, db: Database, of: ToUser): Promise<void> {
  const { userId, kind, source, values, lang } = of
  const { username } = await db
    .selectFrom('users')
    .select('username')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  await notifyByMail(ctx, db, { userId, to: username, lang, source, kind, values, at: ctx.clock.now() })
}
