import { fromUnits } from '#lib/money/coins.ts'
import { usernameOf } from '#service/identity/users/queries.ts'
import type { LetterValues, ValueName } from '#service/messaging/mail/letter-values.ts'
import type { MessageKind } from '#service/messaging/notify/kinds.ts'
import { notifyByMail } from '#service/messaging/notify/notify.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Row } from './row.ts'

type RentalKind = Extract<MessageKind, `rental${string}`>

interface RentalNews<Kind extends RentalKind> {
  kind: Kind
  /** Key of the event, so that it is notified once. */
  source: string
}

/** Values of the notification that the row of a rental does not contain. */
type MoreValues<Kind extends RentalKind> = Record<Exclude<ValueName<Kind>, 'model' | 'price'>, string>

/** Notifies the user of a rental by message and mail, in the transaction of the event. */
export async function notifyRental<Kind extends RentalKind>(
  ctx: Context,
  db: Database,
  row: Row,
  { kind, source, values }: RentalNews<Kind> & { values: MoreValues<Kind> },
): Promise<void> {
  const { model } = await db.selectFrom('gpus').select('model').where('id', '=', row.gpu_id).executeTakeFirstOrThrow()
  const own = { rental: row.id, model, price: fromUnits(row.price, 'USDT') }
  const allValues = { ...own, ...values } as unknown as LetterValues<Kind>
  await notifyRenter(ctx, db, { userId: row.user_id, lang: row.lang, kind, source, values: allValues })
}

interface RenterNews<Kind extends RentalKind> extends RentalNews<Kind> {
  userId: string
  lang: Row['lang']
  values: LetterValues<Kind>
}

export async function notifyRenter<Kind extends RentalKind>(
  ctx: Context,
  db: Database,
  of: RenterNews<Kind>,
): Promise<void> {
  const { userId, kind, source, values, lang } = of
  const to = await usernameOf(db, userId)
  await notifyByMail(ctx, db, { userId, to, lang, source, kind, values, at: ctx.clock.now() })
}
