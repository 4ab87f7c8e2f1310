import { sql } from 'kysely'
import type { PaymentNetwork } from '#lib/rules/payments.ts'
import { offeredNetworks } from '#service/chains/payments.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { publish } from '#service/platform/live/publish.ts'
import { scheduleDeposit } from './reconciliations.ts'

/**
 * What the features that are paid have to do with deposits: they open an address, and are told of all that arrives at it.
 * Amounts are smallest units of USDT in the ledger.
 */

export type Purpose = 'order' | 'recharge'

export interface Funds {
  subjectId: string
  userId: string
  network: PaymentNetwork
  /** What was to be paid. */
  amount: bigint
  /** What has arrived in all, whether it is final or not; a reorganisation of the chain may make it less. */
  seen: bigint
  /** What is final of that: it never becomes less. */
  confirmed: bigint
  /** When the service first saw any of it, in Unix milliseconds; null while nothing is there. */
  firstSeenAt: number | null
  /** The newest transaction of it. */
  transactionId: string | null
}

/**
 * Where the confirmed money goes, as totals since the beginning: `taken` pays for the subject (platform's account `orders`),
 * `credited` becomes balance of its user, and what is over stays in `suspense`. Neither ever becomes less, and both together
 * are at most `confirmed`. The ledger is posted to by whoever asked.
 */
export interface Disposal {
  taken: bigint
  credited: bigint
}

/** A feature that is paid. */
export interface Taker {
  readonly purpose: Purpose
  /**
   * Told in a transaction of its own whenever something has changed, at least once, with the user's row locked. It says where the money goes; what it
   * throws is tried again in the next round, and holds nobody else up.
   */
  onFunds(ctx: Context, db: Database, funds: Funds): Promise<Disposal>
}

export interface Asked {
  purpose: Purpose
  /** Of the purpose's own; a subject has one address for ever. */
  subjectId: string
  userId: string
  network: PaymentNetwork
  amount: bigint
}

/**
 * Opens the address at which a subject is paid, in the caller's transaction; it stays watched for ever. Refuses a network that is not offered
 * (NETWORK_NOT_OFFERED).
 */
export async function openDeposit(db: Database, ctx: Context, asked: Asked): Promise<{ address: string }> {
  const { keys, networks } = ctx.payments ?? {}
  if (keys === undefined || networks?.[asked.network] === undefined) throw new RefusalError('NETWORK_NOT_OFFERED')
  const { rows } = await sql<{ number: number }>`select nextval('deposit_numbers')::int as number`.execute(db)
  const number = rows[0]?.number ?? 0
  const address = keys.addressOf(number)
  await db
    .insertInto('deposit_addresses')
    .values({
      number,
      address,
      key_id: keys.id,
      purpose: asked.purpose,
      subject_id: asked.subjectId,
      user_id: asked.userId,
      network: asked.network,
      amount: asked.amount,
      opened_at: new Date(ctx.clock.now()),
    })
    .execute()
  await scheduleDeposit(db, { deposit: number, networks: offeredNetworks(ctx.payments), now: ctx.clock.now() })
  await publish(db, asked.userId)
  return { address }
}

/**
 * Has the taker of a subject asked anew in the next round, in the caller's transaction: for when the subject has changed,
 * as an order has that came to its end with too little paid.
 */
export async function askAgain(
  db: Database,
  { purpose, subjectId }: Pick<Asked, 'purpose' | 'subjectId'>,
): Promise<void> {
  await db
    .updateTable('deposit_addresses')
    .set({ untold: true })
    .where('purpose', '=', purpose)
    .where('subject_id', '=', subjectId)
    .execute()
}
