import { md5Digest } from '#lib/api/digest.ts'
import { RefusedError } from '#lib/api/errors.ts'
import type { Wallet } from '#lib/contract/wallets.ts'
import { requestWithdrawal, type Withdrawal, withdrawalStatus } from '#lib/contract/withdrawals.ts'
import type { Coin } from '#lib/money/coins.ts'
import { call } from '../core/calls/call.ts'
import { createIdempotentRequest } from '../core/calls/idempotent-request.ts'
import { $payment } from '../payment-password/store.ts'
import { $wallets } from '../wallets/store.ts'
import { $draft, $quote, type Draft, editDraft } from './draft.ts'
import { $overview, reloadMoney } from './store.ts'

/** What is confirmed, as it stood at "Continue": nothing that is loaded or typed later changes it. */
export interface ConfirmedWithdrawal {
  coin: Coin
  wallet: Wallet
  amount: string
  fee: string
  receive: string
  /** Unix seconds by the service's clock: a withdrawal of before was not asked for by this confirmation. */
  begunAt: number
  draft: Draft
}

/** Takes the draft down as it stands; undefined while something of it is wrong. */
export function takeDraft(): ConfirmedWithdrawal | undefined {
  const { coin, wallet, amount, receive, offer, fault } = $quote.get()
  const begunAt = $overview.get().data?.serverTime
  if (fault || !wallet || !offer || amount === undefined || receive === undefined || begunAt === undefined)
    return undefined
  // The wallet that was shown stays the chosen one, also where the reader left the choice to us.
  editDraft({ walletId: wallet._id })
  return { coin, wallet, amount, fee: offer.fee, receive, begunAt, draft: $draft.get() }
}

/** The wallet has another address than the one that was confirmed: nothing goes where nobody has looked. */
export class WalletChangedError extends Error {}

export interface Outcome {
  withdrawal: Withdrawal
  /** False where the answer tells of a withdrawal that was requested before, or whose money came back since. */
  isNew: boolean
}

const once = createIdempotentRequest<Outcome>('withdrawals', { keptMs: 3_600_000 })

/**
 * Sends what was confirmed. A second press while it is on its way gets the same answer, and so does one after a lost
 * answer. Throws `WalletChanged` with the wallets loaded anew.
 */
export const sendWithdrawal = (ask: ConfirmedWithdrawal, pin: string, factor = ''): Promise<Outcome> =>
  once(requestOf(ask), (requestId) =>
    send(ask, { requestId, pin, factor }).finally(() => {
      void $payment.reload()
      void reloadMoney()
    }),
  )

/** One intent is the same wallet, amount and fee. */
const requestOf = ({ wallet: { _id: walletId, walletAddress }, amount, fee }: ConfirmedWithdrawal) => ({
  walletId,
  walletAddress,
  amount,
  fee,
})

async function send(
  ask: ConfirmedWithdrawal,
  typed: { requestId: string; pin: string; factor: string },
): Promise<Outcome> {
  const withdrawal = await call(requestWithdrawal, {
    ...requestOf(ask),
    paymentPassword: md5Digest(typed.pin),
    ...(typed.factor && { factorCode: typed.factor }),
    requestId: typed.requestId,
  }).catch(async (error: unknown) => {
    if (!(error instanceof RefusedError && error.reason === 'WALLET_CHANGED')) throw error
    await $wallets.reload()
    throw new WalletChangedError()
  })
  if ($draft.get() === ask.draft) editDraft({ text: '' })
  return { withdrawal, isNew: withdrawal.time >= ask.begunAt && !isRefunded(withdrawal) }
}

const isRefunded = ({ status }: Withdrawal): boolean =>
  status === withdrawalStatus.cancelled || status === withdrawalStatus.refused
