import { fromUnits } from '#lib/money/coins.ts'
import { usernameOf } from '#service/identity/users/queries.ts'
import type { LetterValues, ValueName } from '#service/messaging/mail/letter-values.ts'
import type { MessageKind } from '#service/messaging/notify/kinds.ts'
import { notifyByMail } from '#service/messaging/notify/notify.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Row } from './row.ts'

type RentalKind = Extract<MessageKind, `rental${string}`>

interface Told<Kind extends RentalKind> {
  kind: Kind
  /** What it tells of, once. */
  source: string
}

/** The values that no rental has in its row. */
type MoreValues<Kind extends RentalKind> = Record<Exclude<ValueName<Kind>, 'model' | 'price'>, string>

/** Tells the user of a rental, in the box and by mail, in the transaction of what it tells of. */
export async function tellRental<Kind extends RentalKind>(
  ctx: Context,
  db: Database,
  row: Row,
  { kind, source, values }: Told<Kind> & { values: MoreValues<Kind> },
): Promise<void> {
  const { model } = await db.selectFrom('gpus').select('model').where('id', '=', row.gpu_id).executeTakeFirstOrThrow()
  const own = { rental: row.id, model, price: fromUnits(row.price, 'USDT') }
  const told = { ...own, ...values } as unknown as LetterValues<Kind>
  await tellUser(ctx, db, { userId: row.user_id, lang: row.lang, kind, source, values: told })
}

interface ToUser<Kind extends RentalKind> extends Told<Kind> {
  userId: string
  lang: Row['lang']
  values: LetterValues<Kind>
}

export async function tellUser<Kind extends RentalKind>(ctx: Context, db: Database, of: ToUser<Kind>): Promise<void> {
  const { userId, kind, source, values, lang } = of
  const to = await usernameOf(db, userId)
  await notifyByMail(ctx, db, { userId, to, lang, source, kind, values, at: ctx.clock.now() })
}
