import { toUnits } from '#lib/money/coins.ts'
import { DEPOSIT_DUST } from '#lib/rules/payments.ts'
import { lockUser } from '#service/identity/users/queries.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { publish } from '#service/platform/live/publish.ts'
import { type AccountName, balanceAccount, ofPlatform } from '../ledger/accounts.ts'
import { post, type Transfer } from '../ledger/post.ts'
import { notifyOtherNetwork, notifyOtherTokens } from './notifications.ts'
import type { Allocation, PaymentHandler } from './payment-handler.ts'
import { type Address, type Arrived, addUp, receiptsOf } from './sums.ts'

const DUST = toUnits(DEPOSIT_DUST, 'USDT')

/** Notifies the payment handlers of every address in the outbox. Each has its own transaction, so that a failure blocks no other. */
export async function notifyPaymentHandlers(ctx: Context, handlers: readonly PaymentHandler[]): Promise<void> {
  const outbox = await ctx.db
    .selectFrom('deposit_addresses')
    .select('number')
    .where('untold', '=', true)
    .orderBy('number')
    .execute()
  for (const { number } of outbox) {
    try {
      await ctx.db.transaction().execute((db) => notifyPaymentHandler(ctx, db, { number, handlers }))
      ctx.faults.resolve(`deposit ${number}`)
    } catch (error) {
      const message = 'deposit could not be allocated: the next poll tries again'
      ctx.faults.report({ name: `deposit ${number}`, error, message, fields: { deposit: number } })
    }
  }
}

async function notifyPaymentHandler(
  ctx: Context,
  db: Database,
  { number, handlers }: { number: number; handlers: readonly PaymentHandler[] },
): Promise<void> {
  const found = await db
    .selectFrom('deposit_addresses')
    .select('user_id')
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  await lockUser(db, found.user_id)
  const address = await db
    .selectFrom('deposit_addresses')
    .selectAll()
    .where('number', '=', number)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (!address.untold) return
  const handler = handlers.find(({ purpose }) => purpose === address.purpose)
  if (!handler) throw new Error(`no payment handler for ${address.purpose}`)
  const arrived = addUp(address, await receiptsOf(db, number))
  const allocation = assertFits(address, arrived, await handler.onFunds(ctx, db, fundsOf(address, arrived)))
  await publish(db, found.user_id)
  const otherNetworks = arrived.onOtherNetworks.reduce((sum, { amount }) => sum + amount, 0n)
  const now = ctx.clock.now()
  const whole = {
    taken: allocation.taken,
    credited: allocation.credited + (otherNetworks >= DUST ? otherNetworks : 0n),
  }
  await db
    .updateTable('deposit_addresses')
    .set({ untold: false, ...whole })
    .where('number', '=', number)
    .execute()
  if (otherNetworks >= DUST) await notifyOtherNetwork(db, address, { rows: arrived.onOtherNetworks, now })
  await notifyOtherTokens(db, address, { rows: arrived.otherTokens, now })
  const transfers = transfersOf(address, whole)
  if (transfers.length > 0) await post(db, transfers, now)
}

const fundsOf = ({ subject_id, user_id, network, amount }: Address, arrived: Arrived) => ({
  subjectId: subject_id,
  userId: user_id,
  network,
  amount,
  seen: arrived.seen,
  confirmed: arrived.confirmed,
  firstSeenAt: arrived.firstSeenAt,
  transactionId: arrived.transactionId,
})

/** Throws an Error when a handler allocates more than is confirmed or less than before; then nothing is booked. */
function assertFits({ number, taken }: Address, { confirmed }: Arrived, allocation: Allocation): Allocation {
  if (allocation.taken < taken || allocation.credited < 0n || allocation.taken + allocation.credited > confirmed)
    throw new Error(
      `deposit ${number}: ${allocation.taken} taken and ${allocation.credited} credited of ${confirmed}, ${taken} taken before`,
    )
  return allocation
}

/** Transfers for what was allocated since the last time. */
function transfersOf({ number, user_id, taken, credited }: Address, whole: Allocation): Transfer[] {
  const move = (name: 'taken' | 'credited', to: AccountName, { from, until }: { from: bigint; until: bigint }) => {
    if (until < from) throw new Error(`deposit ${number}: ${name} would fall from ${from} to ${until}`)
    const transfer: Transfer = {
      operation: `deposit/${number}/${name}/${until}`,
      kind: name === 'taken' ? 'order-payment' : 'recharge',
      entries: [
        { account: ofPlatform('USDT', 'suspense'), amount: from - until },
        { account: to, amount: until - from },
      ],
    }
    return until > from ? [transfer] : []
  }
  return [
    ...move('taken', ofPlatform('USDT', 'orders'), { from: taken, until: whole.taken }),
    ...move('credited', balanceAccount(user_id), { from: credited, until: whole.credited }),
  ]
}
