import { md5Digest } from '#lib/api/digest.ts'
import { RefusedError } from '#lib/api/errors.ts'
import type { Wallet } from '#lib/contract/wallets.ts'
import { requestWithdrawal } from '#lib/contract/withdrawal-request.ts'
import { type Withdrawal, withdrawalStatus } from '#lib/contract/withdrawals.ts'
import type { Coin } from '#lib/money/coins.ts'
import { call } from '../core/calls/call.ts'
import { createIdempotentRequest } from '../core/calls/idempotent-request.ts'
import { $payment } from '../payment-password/store.ts'
import { $wallets } from '../wallets/store.ts'
import { $draft, $quote, type Draft, editDraft } from './draft.ts'
import { $overview, reloadMoney } from './store.ts'

/** The confirmed values as shown at "Continue": later loads and input do not change them. */
export interface ConfirmedWithdrawal {
  coin: Coin
  wallet: Wallet
  amount: string
  fee: string
  receive: string
  /** Unix seconds by the service's clock: earlier withdrawals do not belong to this confirmation. */
  startedAt: number
  draft: Draft
}

/** Freezes the draft; undefined while it has validation errors. */
export function takeDraft(): ConfirmedWithdrawal | undefined {
  const { coin, wallet, amount, receive, offer, error } = $quote.get()
  const startedAt = $overview.get().data?.serverTime
  if (error || !wallet || !offer || amount === undefined || receive === undefined || startedAt === undefined)
    return undefined
  // Pins the shown wallet, even if it was chosen by default.
  editDraft({ walletId: wallet._id })
  return { coin, wallet, amount, fee: offer.fee, receive, startedAt, draft: $draft.get() }
}

/** The wallet's address differs from the confirmed one: coins never go to an address that the user has not seen. */
export class WalletChangedError extends Error {}

export interface Outcome {
  withdrawal: Withdrawal
  /** False if the response is an earlier withdrawal, or one that was refunded since. */
  isNew: boolean
}

const once = createIdempotentRequest<Outcome>('withdrawals', { retentionMs: 3_600_000 })

/**
 * Sends the confirmed withdrawal. A second press while pending gets the same response, and so does one after a lost
 * response. Throws `WalletChangedError` after reloading the wallets.
 */
export const sendWithdrawal = (confirmed: ConfirmedWithdrawal, pin: string, factor = ''): Promise<Outcome> =>
  once(requestOf(confirmed), (requestId) =>
    send(confirmed, { requestId, pin, factor }).finally(() => {
      void $payment.reload()
      void reloadMoney()
    }),
  )

/** The same wallet, amount and fee are one intent. */
const requestOf = ({ wallet: { _id: walletId, walletAddress }, amount, fee }: ConfirmedWithdrawal) => ({
  walletId,
  walletAddress,
  amount,
  fee,
})

async function send(
  confirmed: ConfirmedWithdrawal,
  typed: { requestId: string; pin: string; factor: string },
): Promise<Outcome> {
  const withdrawal = await call(requestWithdrawal, {
    ...requestOf(confirmed),
    paymentPassword: md5Digest(typed.pin),
    ...(typed.factor && { factorCode: typed.factor }),
    requestId: typed.requestId,
  }).catch(async (error: unknown) => {
    if (!(error instanceof RefusedError && error.reason === 'WALLET_CHANGED')) throw error
    await $wallets.reload()
    throw new WalletChangedError()
  })
  if ($draft.get() === confirmed.draft) editDraft({ text: '' })
  return { withdrawal, isNew: withdrawal.time >= confirmed.startedAt && !isRefunded(withdrawal) }
}

const isRefunded = ({ status }: Withdrawal): boolean =>
  status === withdrawalStatus.cancelled || status === withdrawalStatus.refused
