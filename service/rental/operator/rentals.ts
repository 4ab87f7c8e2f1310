import { fromUnits } from '#lib/money/coins.ts'
import { rentalStates } from '#lib/rules/gpu.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { lockUser } from '#service/identity/users/queries.ts'
import type { LetterValues, ValueName } from '#service/messaging/mail/letter-values.ts'
import type { Reason } from '#service/messaging/mail/letters.ts'
import { reasonFields, reasonIn, reasonText } from '#service/messaging/mail/operator-reasons.ts'
import { notify } from '#service/messaging/notify/notify.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'
import { type Change, type CommandContext, defineAct, type View } from '#service/platform/operator/act.ts'
import { refused } from '#service/platform/operator/errors.ts'
import { choice, required, rowLimit, text, whole } from '#service/platform/operator/fields.ts'
import { phrase } from '#service/platform/operator/phrase.ts'
import { refundHours } from '#service/rental/money.ts'
import type { Row } from '#service/rental/row.ts'
import { beginStop, lockRental } from '#service/rental/steps.ts'

const rental = required(
  text({ value: 'ID', label: 'Rental', hint: 'end, refund: which rental' }),
  'Which rental? Give --rental ID.',
)
const reasons = reasonFields('end, refund, refuse: reason shown to the user')

export const list = defineAct({
  name: 'gpu rentals',
  fields: {
    state: choice(rentalStates, {
      value: 'STATE',
      label: 'State',
      hint: 'rentals: starting, running, stopping, ended or failed; requests: waiting (default), approved, refused, …',
    }),
    limit: rowLimit(),
  },
  run: rentals,
})

export const end = defineAct({
  name: 'gpu end',
  role: 'support',
  button: 'End the rental',
  fields: { rental, ...reasons },
  run: async (context, { rental: id, ...input }) => endRental(context, await findRental(context, id), reasonIn(input)),
})

export const refund = defineAct({
  name: 'gpu refund',
  needsProof: true,
  role: 'finance',
  button: 'Refund hours',
  fields: {
    rental,
    hours: required(
      whole({ min: 1, max: 8760, label: 'Hours', hint: 'refund: its last hours, so many' }),
      'How many of its last hours? Give --hours N.',
    ),
    ...reasons,
  },
  run: async (context, { rental: id, hours, ...input }) =>
    refundRental(context, await findRental(context, id), { hours, why: reasonIn(input) }),
})

export const rentalActs = [list, end, refund]

async function findRental({ db }: CommandContext, id: string): Promise<Row> {
  const row = await db.selectFrom('gpu_rentals').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw refused(phrase`There is no rental "${id}". See \`gpu rentals\`.`)
  return row
}

/** The rental, locked together with the balance of its user. */
async function locked(db: Database, { id, user_id }: Row): Promise<Row> {
  await lockUser(db, user_id)
  const row = await lockRental(db, id)
  if (!row) throw refused(phrase`There is no rental "${id}".`)
  return row
}

async function notifyUser<Kind extends 'rentalOperator' | 'rentalRefunded'>(
  db: Database,
  row: Row,
  of: { kind: Kind; at: number; values: Record<Exclude<ValueName<Kind>, 'model'>, string> },
) {
  const { model } = await db.selectFrom('gpus').select('model').where('id', '=', row.gpu_id).executeTakeFirstOrThrow()
  const { kind, at, values } = of
  const source = `rental/${row.id}/${kind}/${at}`
  const letterValues = { rental: row.id, model, ...values } as unknown as LetterValues<Kind>
  await notify(db, { userId: row.user_id, source, kind, at, values: letterValues })
}

function endRental({ now }: CommandContext, known: Row, why: Reason): Change {
  const { id, gpu_id } = known
  return {
    kind: 'change',
    question: phrase`End rental ${id} of ${gpu_id}? Its user is told: ${reasonText(why)}`,
    audit: `rental ${id} of ${gpu_id} ended: ${reasonText(why)}`,
    async apply(db) {
      const row = await locked(db, known)
      if (row.state !== 'starting' && row.state !== 'running') throw refused(phrase`${id} is already ${row.state}.`)
      await notifyUser(db, row, { kind: 'rentalOperator', at: now(), values: { ...why } })
      await beginStop(db, { row, reason: 'operator', now: now() })
      return { data: { id }, text: phrase`${id} is being stopped.` }
    },
  }
}

/** Refunds the last hours of a rental that its host was not paid for yet. */
function refundRental({ now }: CommandContext, row: Row, { why, hours }: { why: Reason; hours: number }): Change {
  const summary = phrase`the last ${hours} hours of rental ${row.id}`
  return {
    kind: 'change',
    question: phrase`Give ${summary} back? Its user is told: ${reasonText(why)}`,
    audit: `${summary} given back: ${reasonText(why)}`,
    async apply(db) {
      const held = await locked(db, row)
      const from = Math.max(1, held.hours_charged - hours + 1)
      const open = await db
        .selectFrom('gpu_rental_hours')
        .select(({ fn }) => fn.sum<bigint | null>('amount').as('amount'))
        .where('rental_id', '=', held.id)
        .where('hour', '>=', from)
        .where('returned_at', 'is', null)
        .where('settled_day', 'is', null)
        .executeTakeFirstOrThrow()
      if (open.amount === null)
        throw refused('Nothing left of these hours: they were refunded, or their host was paid.')
      const returned = fromUnits(open.amount, 'USDT')
      await notifyUser(db, held, { kind: 'rentalRefunded', at: now(), values: { returned, ...why } })
      await refundHours(db, held, { from, now: now() })
      return { data: { id: held.id, returned }, text: phrase`${returned} USDT is back in the balance.` }
    },
  }
}

interface ListInput {
  state: Row['state'] | undefined
  limit: number
}

async function rentals({ db }: CommandContext, { state, limit }: ListInput): Promise<View> {
  const rows = await db
    .selectFrom('gpu_rentals')
    .innerJoin('users', 'users.id', 'gpu_rentals.user_id')
    .selectAll('gpu_rentals')
    .select('username')
    .$if(state !== undefined, (query) => query.where('state', '=', state as Row['state']))
    .orderBy('rented_at', 'desc')
    .orderBy('gpu_rentals.id')
    .limit(limit)
    .execute()
  const titles = ['Rental', 'Machine', 'User', 'State', 'Reason', 'Rented', 'Hours', 'Paid USDT']
  return {
    kind: 'view',
    audit: `${rows.length} rentals`,
    data: rows.map(({ keys: _, ...row }) => ({
      ...row,
      price: fromUnits(row.price, 'USDT'),
      paid: fromUnits(row.paid, 'USDT'),
    })),
    table: {
      columns: titles.map((title, index) => ({ title, right: index >= 6 })),
      rows: rows.map((row) => [
        row.id,
        row.gpu_id,
        row.username,
        row.state,
        row.reason ?? '-',
        utcDateTime(unixSeconds(row.rented_at)),
        String(row.hours_charged),
        fromUnits(row.paid, 'USDT'),
      ]),
      empty: 'No rentals yet.',
    },
  }
}
