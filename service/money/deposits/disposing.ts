import { toUnits } from '#lib/money/coins.ts'
import { DEPOSIT_DUST } from '#lib/rules/payments.ts'
import { lockUser } from '#service/identity/users/queries.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { tellLive } from '#service/platform/live/telling.ts'
import { type AccountName, balanceAccount, ofPlatform } from '../ledger/accounts.ts'
import { post, type Transfer } from '../ledger/post.ts'
import { type Address, type Arrived, addUp, receiptsOf } from './sums.ts'
import type { Disposal, Taker } from './taker.ts'
import { tellElsewhere, tellOthers } from './telling.ts'

const DUST = toUnits(DEPOSIT_DUST, 'USDT')

/** Tells the takers of what they were not told, each address in a transaction of its own: one that fails holds no other up. */
export async function tellTakers(ctx: Context, takers: readonly Taker[]): Promise<void> {
  const untold = await ctx.db
    .selectFrom('deposit_addresses')
    .select('number')
    .where('untold', '=', true)
    .orderBy('number')
    .execute()
  for (const { number } of untold) {
    try {
      await ctx.db.transaction().execute((db) => tellTaker(ctx, db, { number, takers }))
      ctx.faults.resolve(`deposit ${number}`)
    } catch (error) {
      const message = 'what was paid could not be taken: the next round tries again'
      ctx.faults.report({ name: `deposit ${number}`, error, message, fields: { deposit: number } })
    }
  }
}

async function tellTaker(
  ctx: Context,
  db: Database,
  { number, takers }: { number: number; takers: readonly Taker[] },
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
  const taker = takers.find(({ purpose }) => purpose === address.purpose)
  if (!taker) throw new Error(`nobody takes what is paid for ${address.purpose}`)
  const arrived = addUp(address, await receiptsOf(db, number))
  const disposal = mustFit(address, arrived, await taker.onFunds(ctx, db, fundsOf(address, arrived)))
  await tellLive(db, found.user_id)
  const elsewhere = arrived.elsewhere.reduce((sum, { amount }) => sum + amount, 0n)
  const now = ctx.clock.now()
  const whole = { taken: disposal.taken, credited: disposal.credited + (elsewhere >= DUST ? elsewhere : 0n) }
  await db
    .updateTable('deposit_addresses')
    .set({ untold: false, ...whole })
    .where('number', '=', number)
    .execute()
  if (elsewhere >= DUST) await tellElsewhere(db, address, { rows: arrived.elsewhere, now })
  await tellOthers(db, address, { rows: arrived.others, now })
  const transfers = movements(address, whole)
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

/** A taker that gives away what is not there, or takes back what was given, is mistaken: nothing is booked. */
function mustFit({ number, taken }: Address, { confirmed }: Arrived, disposal: Disposal): Disposal {
  if (disposal.taken < taken || disposal.credited < 0n || disposal.taken + disposal.credited > confirmed)
    throw new Error(
      `deposit ${number}: ${disposal.taken} taken and ${disposal.credited} credited of ${confirmed}, ${taken} taken before`,
    )
  return disposal
}

/** The money that has been given its place since the last time. */
function movements({ number, user_id, taken, credited }: Address, whole: Disposal): Transfer[] {
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
