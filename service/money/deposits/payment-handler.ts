import { sql } from 'kysely'
import type { PaymentNetwork } from '#lib/rules/payments.ts'
import { networksOfKey } from '#service/chains/payments.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { publish } from '#service/platform/live/publish.ts'
import { scheduleDeposit } from './reconciliations.ts'
import { freeHolder, headOf } from './shared-addresses.ts'

/**
 * The interface between deposits and the features that accept payments: they open an address and are notified of arrivals.
 * Amounts are smallest units of USDT in the ledger.
 */

export type Purpose = 'order' | 'recharge'

export interface Funds {
  subjectId: string
  userId: string
  network: PaymentNetwork
  /** Requested amount. */
  amount: bigint
  /** Total that has arrived, final or not; a reorganisation of the chain may reduce it. */
  seen: bigint
  /** The final part of it; never decreases. */
  confirmed: bigint
  /** When the service first saw any of it, in Unix milliseconds; null while nothing is there. */
  firstSeenAt: number | null
  /** The newest transaction of it. */
  transactionId: string | null
}

/**
 * Allocation of the confirmed amount, as totals since the beginning: `taken` pays for the subject (platform's account `orders`),
 * `credited` becomes balance of its user, and the rest stays in `suspense`. Neither ever decreases, and their sum is at most
 * `confirmed`. The caller posts the difference to the ledger.
 */
export interface Allocation {
  taken: bigint
  credited: bigint
}

/** Handles the payments of one purpose. */
export interface PaymentHandler {
  readonly purpose: Purpose
  /**
   * Called at least once for each change, in its own transaction, with the user's row locked. Returns the allocation. An error is
   * logged and retried in the next poll, and does not block other payments.
   */
  onFunds(ctx: Context, db: Database, funds: Funds): Promise<Allocation>
}

export interface DepositRequest {
  purpose: Purpose
  /** Id within the purpose; a subject has one address for ever. */
  subjectId: string
  userId: string
  network: PaymentNetwork
  amount: bigint
}

/**
 * Opens the address at which a subject is paid, in the caller's transaction; it is watched for ever. On a network where a new address
 * costs its payer more, it is one that the user had before, unless another payment is awaited there. Throws the refusal
 * NETWORK_NOT_OFFERED for a network that is not offered.
 */
export async function openDeposit(db: Database, ctx: Context, request: DepositRequest): Promise<{ address: string }> {
  const receiving = ctx.payments?.networks[request.network]
  if (receiving === undefined) throw new RefusalError('NETWORK_NOT_OFFERED')
  const { keys, network } = receiving
  const { userId } = request
  const now = ctx.clock.now()
  const { rows } = await sql<{ number: number }>`select nextval('deposit_numbers')::int as number`.execute(db)
  const number = rows[0]?.number ?? 0
  const held = network.facts.reusesAddresses ? await freeHolder(db, { userId, keyId: keys.id, now }) : undefined
  const address = held?.address ?? keys.addressOf(number)
  await db
    .insertInto('deposit_addresses')
    .values({
      number,
      address,
      key_id: keys.id,
      purpose: request.purpose,
      subject_id: request.subjectId,
      user_id: userId,
      network: request.network,
      amount: request.amount,
      opened_at: new Date(now),
      address_of: held?.number ?? null,
      opened_block: await headOf(db, request.network),
    })
    .execute()
  const networks = networksOfKey(ctx.payments, keys.id)
  await scheduleDeposit(db, { deposit: held?.number ?? number, networks, now })
  await publish(db, request.userId)
  return { address }
}

/**
 * Puts the address of a subject into the outbox, in the caller's transaction, so that its handler allocates again. Call it when the
 * subject has changed, for example when an order expires with too little paid.
 */
export async function requestAllocation(
  db: Database,
  { purpose, subjectId }: Pick<DepositRequest, 'purpose' | 'subjectId'>,
): Promise<void> {
  await db
    .updateTable('deposit_addresses')
    .set({ untold: true })
    .where('purpose', '=', purpose)
    .where('subject_id', '=', subjectId)
    .execute()
}
