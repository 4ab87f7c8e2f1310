import { failureReason, NetworkError, type TransactionStatus } from '#service/chains/network.ts'
import type { Config } from '#service/platform/config.ts'
import type { Database } from '#service/platform/db/open.ts'
import { confirmPayout, isPaused } from './payouts.ts'
import { lockWithdrawal, type Row } from './steps.ts'
import {
  endTransfer,
  type OpenNetwork,
  type Outcome,
  openNetwork,
  payingNetwork,
  type SignedTransfer,
  transferOf,
} from './transfers.ts'

/** Author of the step when a withdrawal is credited because its transfer has enough confirmations. */
export const BY_NETWORK = 'network'

export interface FollowedTransfer {
  withdrawalId: string
  transactionId: string
  /**
   * `sent`: the network did not know it and it was sent again. `refused`: the network does not accept it. `held`: payouts are
   * paused. `unclear`: the node gave no valid answer.
   */
  state: Outcome | 'waiting' | 'another' | 'sent' | 'refused' | 'held' | 'unclear'
  /** Explanation for the operator. */
  why: string
  /** Unix milliseconds. */
  signedAt: number
}

type Deps = Readonly<{ db: Database; config: Config; now: number }>
type Open = Row & Pick<SignedTransfer, 'transaction_id' | 'payer' | 'terms' | 'signed' | 'signed_at'>
type FollowResult = Pick<FollowedTransfer, 'state' | 'why'>

/** Asks the networks for the status of every open transfer, sends again what they do not know, and books what is final. */
export async function followTransfers(deps: Deps): Promise<FollowedTransfer[]> {
  const open: Open[] = await deps.db
    .selectFrom('signed_transfers')
    .innerJoin('withdrawals', 'withdrawals.id', 'signed_transfers.withdrawal_id')
    .selectAll('withdrawals')
    .select(['transaction_id', 'payer', 'terms', 'signed', 'signed_at'])
    .where('outcome', 'is', null)
    .orderBy('signed_transfers.chain')
    .orderBy('position')
    .execute()
  // Each network is opened once, so that a timeout is waited for once.
  const networks = new Map<string, Promise<OpenNetwork>>()
  const networkFor = async (row: Row): Promise<OpenNetwork> => {
    const paying = payingNetwork(deps.config, row)
    if (!paying) throw new NetworkError(`No node by which ${row.coin} is paid is set: ${row.chain}_RPC_URL.`)
    const name = `${row.chain}/${row.coin}`
    const network = networks.get(name) ?? openNetwork(deps.db, paying)
    networks.set(name, network)
    return network
  }
  const followed: FollowedTransfer[] = []
  for (const one of open) {
    const found = await followOne(deps, one, networkFor).catch(
      (error: unknown): FollowResult => ({ state: 'unclear', why: failureReason(error) }),
    )
    const signedAt = one.signed_at.getTime()
    followed.push({ withdrawalId: one.id, transactionId: one.transaction_id, signedAt, ...found })
  }
  return followed
}

/** The fate of the signed transfer of a withdrawal on its network. Throws when the node does not answer. */
export const transferFate = (
  network: OpenNetwork,
  row: Row,
  { transaction_id: id, payer, terms }: Pick<SignedTransfer, 'transaction_id' | 'payer' | 'terms'>,
): Promise<TransactionStatus> => network.follower.fate(transferOf(row, payer, network), { id, terms })

async function followOne(
  deps: Deps,
  open: Open,
  networkFor: (row: Row) => Promise<OpenNetwork>,
): Promise<FollowResult> {
  const network = await networkFor(open)
  const fate = await transferFate(network, open, open)
  switch (fate.state) {
    case 'unknown':
      return sendAgain(deps, open, network)
    case 'waiting':
      return { state: 'waiting', why: '' }
    case 'another':
      return {
        state: 'another',
        why: 'It has moved something else than the withdrawal. Is the token set right? See `pay ID --transaction`.',
      }
    case 'paid':
      await end(deps, open, { outcome: 'paid', book: (db, row) => credit(db, row, open.transaction_id, deps.now) })
      return { state: 'paid', why: '' }
    case 'failed':
      await end(deps, open, { outcome: 'reverted', book: release })
      return { state: 'reverted', why: `${failureText(fate)} Nothing was paid, and it can be begun again.` }
    case 'expired':
      await end(deps, open, { outcome: 'expired', book: release })
      return { state: 'expired', why: 'It was in no block in its time: nothing was paid, and it can be begun again.' }
    case 'replaced':
      await end(deps, open, { outcome: 'replaced', book: handOver })
      return { state: 'replaced', why: `${fate.by} has taken its place: enter it if it has paid, or say --not-sent.` }
  }
}

const failureText = ({ reason }: { reason?: string }): string =>
  reason === undefined ? 'The token has refused it.' : `The network has refused it: ${reason}.`

async function sendAgain({ db }: Deps, { signed }: Open, { follower }: OpenNetwork): Promise<FollowResult> {
  if (await isPaused(db)) return { state: 'held', why: 'Payouts are paused.' }
  const refusal = await follower.send(signed)
  return refusal === undefined ? { state: 'sent', why: '' } : { state: 'refused', why: refusal }
}

interface End {
  outcome: Outcome
  book(db: Database, row: Row): Promise<void>
}

/** Saves the outcome of a transfer and its booking in one transaction, once. */
const end = ({ db, now }: Deps, open: Open, { outcome, book }: End): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const row = await lockWithdrawal(transaction, open.id)
    const isFirst = await endTransfer(transaction, open.transaction_id, { outcome, now })
    if (row && isFirst) await book(transaction, row)
  })

async function credit(db: Database, row: Row, transactionId: string, now: number): Promise<void> {
  const refusal = await confirmPayout(db, row, { by: BY_NETWORK, now, transactionId })
  if (refusal) throw new Error(`the payout of ${row.id} cannot be credited: ${refusal}`)
}

/** Deletes the payout after a transfer that paid nothing, so that the withdrawal can be paid again. */
async function release(db: Database, row: Row): Promise<void> {
  await db.deleteFrom('payouts').where('withdrawal_id', '=', row.id).execute()
}

/** Turns the payout into a manual one for an operator, because the transaction in its place may have paid. */
async function handOver(db: Database, row: Row): Promise<void> {
  await db
    .updateTable('payouts')
    .set({ adapter: 'manual', transaction_id: null })
    .where('withdrawal_id', '=', row.id)
    .execute()
}
