import { atom, type ReadableAtom } from 'nanostores'
import { toUnits } from '#lib/money/coins.ts'
import { tokenUnits } from '#lib/money/token-units.ts'
import { faultIn } from './errors.ts'
import { isSamePayment, type WalletPayment } from './payment.ts'
import { dropTransfer, openTransferOf, type RequestedTransfer, saveTransfer } from './transfers.ts'
import { type BrowserWallet, WalletError, type WalletFault, type WalletTransfer } from './wallet.ts'

/** `changed`: the payment is another one than a moment ago. */
export type FlowFault = WalletFault | 'changed'

interface With {
  wallet: BrowserWallet
  account: string
}

/**
 * Where a payer stands. `warning`: a wallet was asked for this payment already. A fault says why the step came again; those of
 * `review` that nothing can be done about keep `canSend` false.
 */
export type FlowState =
  | { step: 'warning'; before: RequestedTransfer }
  | { step: 'wallets'; fault?: FlowFault }
  | { step: 'connecting'; wallet: BrowserWallet; fault?: FlowFault }
  | (With & { step: 'network'; isBusy: boolean; fault?: FlowFault })
  | (With & { step: 'review'; isBusy: boolean; canSend: boolean; fault?: FlowFault })
  | (With & { step: 'sending' })
  | { step: 'sent'; id: string }

export interface FlowParts {
  /** The wallets that are there now. */
  wallets(): readonly BrowserWallet[]
  /** The payment as it is now; undefined when nothing is left to pay. */
  payment(): WalletPayment | undefined
  /** Asks the service again for the payment. */
  reload(): Promise<unknown>
  /** A transfer was sent, as its wallet says; the service looks for it. */
  onSent(id: string, payment: WalletPayment): void
  /** Names a wallet for its owner. */
  nameOf(wallet: BrowserWallet): string
  /** Unix seconds. */
  now(): number
}

export interface Flow {
  $state: ReadableAtom<FlowState>
  start(): void
  /** From the warning on, although a wallet was asked before. */
  goOn(): void
  choose(wallet: BrowserWallet): Promise<void>
  back(): void
  switchNetwork(): Promise<void>
  /** Looks at the account's money again. */
  checkAgain(): Promise<void>
  send(): Promise<void>
  /** Ends it. What a wallet is asked for already is still noted. */
  close(): void
}

/** Faults after which the account may still try: the wallet knows better. */
const mayStillSend: ReadonlySet<FlowFault> = new Set(['shortOfGas'])

const faultOf = (error: unknown, otherwise: WalletFault): WalletFault => faultIn(error) ?? otherwise

/** Pays by a browser wallet: one request at a time, and none before its owner has seen what it asks for. */
export function createFlow(parts: FlowParts): Flow {
  const $state = atom<FlowState>({ step: 'wallets' })
  /** Number of the newest act: answers to older ones come too late. */
  let turn = 0
  let unfollow = () => {}
  /** The earlier transfer that the payer has been warned of. */
  let warnedOf: RequestedTransfer | undefined

  /** Begins an act; the result tells whether it is still the newest. */
  function begin(state: FlowState): () => boolean {
    turn += 1
    const mine = turn
    $state.set(state)
    return () => mine === turn
  }

  function back(fault?: FlowFault): void {
    unfollow()
    begin({ step: 'wallets', ...(fault && { fault }) })
  }

  /** The chain first, then the account's money. */
  async function check(of: With, fault?: FlowFault): Promise<void> {
    const isNewest = begin({ step: 'review', ...of, isBusy: true, canSend: false, ...(fault && { fault }) })
    const payment = parts.payment()
    if (!payment) return
    try {
      const chainId = await of.wallet.chainId()
      if (!isNewest()) return
      if (chainId !== payment.token.chainId) {
        begin({ step: 'network', ...of, isBusy: false })
        return
      }
      await of.wallet.assertCanPay(transferOf(payment, of.account))
      if (isNewest()) begin({ step: 'review', ...of, isBusy: false, canSend: true, ...(fault && { fault }) })
    } catch (error) {
      if (!isNewest()) return
      const found = faultOf(error, 'unreachable')
      begin({ step: 'review', ...of, isBusy: false, canSend: mayStillSend.has(found), fault: found })
    }
  }

  /** Another account or another chain: nothing that was checked before holds. */
  async function onChange(wallet: BrowserWallet): Promise<void> {
    const state = $state.get()
    if (state.step !== 'review' && state.step !== 'network') return
    const account = await wallet.account().catch(() => undefined)
    const now = $state.get()
    if ((now.step !== 'review' && now.step !== 'network') || now.wallet !== wallet) return
    if (account === undefined) back('locked')
    else await check({ wallet, account }, account === now.account ? undefined : 'otherAccount')
  }

  async function choose(wallet: BrowserWallet): Promise<void> {
    if ($state.get().step === 'connecting') return
    const isNewest = begin({ step: 'connecting', wallet })
    try {
      const account = await wallet.connect()
      if (!isNewest()) return
      unfollow()
      unfollow = wallet.watch(() => void onChange(wallet))
      await check({ wallet, account })
    } catch (error) {
      if (isNewest()) back(faultOf(error, 'failed'))
    }
  }

  async function switchNetwork(): Promise<void> {
    const state = $state.get()
    const chainId = parts.payment()?.token.chainId
    if (state.step !== 'network' || state.isBusy || chainId === undefined) return
    const { wallet, account } = state
    const isNewest = begin({ step: 'network', wallet, account, isBusy: true })
    try {
      await wallet.switchTo(chainId)
      if (isNewest()) await check({ wallet, account })
    } catch (error) {
      // The chain may have changed all the same, which has told itself by then.
      if (isNewest()) begin({ step: 'network', wallet, account, isBusy: false, fault: faultOf(error, 'cannotSwitch') })
    }
  }

  async function send(): Promise<void> {
    const state = $state.get()
    const shown = parts.payment()
    if (state.step !== 'review' || state.isBusy || !state.canSend || !shown) return
    const of = { wallet: state.wallet, account: state.account }
    const isNewest = begin({ step: 'review', ...of, isBusy: true, canSend: false })
    // Another device may have paid it, or its time may be over.
    await parts.reload()
    if (!isNewest()) return
    const payment = parts.payment()
    if (!payment) return
    if (!isSamePayment(shown, payment)) return check(of, 'changed')
    if (warn()) return
    begin({ step: 'sending', ...of })
    await sendBy(of, payment)
  }

  /** Asks the wallet, once. Its answer is noted even when nobody waits for it any more. */
  async function sendBy(of: With, payment: WalletPayment): Promise<void> {
    const mine = turn
    const transfer = { payment: payment.id, amount: payment.amount, wallet: parts.nameOf(of.wallet), at: parts.now() }
    saveTransfer(transfer)
    try {
      const id = await of.wallet.send(transferOf(payment, of.account))
      saveTransfer({ ...transfer, id })
      parts.onSent(id, payment)
      if (mine === turn) begin({ step: 'sent', id })
    } catch (error) {
      const fault = faultOf(error, 'unclear')
      const id = error instanceof WalletError ? error.id : undefined
      if (fault !== 'unclear') dropTransfer(transfer)
      else if (id !== undefined) {
        saveTransfer({ ...transfer, id })
        parts.onSent(id, payment)
      }
      if (mine !== turn) return
      if (fault === 'unclear') warn()
      else if (fault === 'otherAccount' || fault === 'otherChain') await onMoved(of, fault)
      else begin({ step: 'review', ...of, isBusy: false, canSend: true, fault })
    }
  }

  /** The account or the chain has changed while the payer pressed. */
  async function onMoved({ wallet }: With, fault: FlowFault): Promise<void> {
    const account = await wallet.account().catch(() => undefined)
    if (account === undefined) back('locked')
    else await check({ wallet, account }, fault)
  }

  /** Shows the earlier transfer of this payment, in whatever tab its wallet was asked; false where there is none to warn of. */
  function warn(): boolean {
    const payment = parts.payment()
    const before = payment && openTransferOf(payment)
    if (!before || JSON.stringify(before) === JSON.stringify(warnedOf)) return false
    unfollow()
    begin({ step: 'warning', before })
    return true
  }

  function goOn(): void {
    const state = $state.get()
    if (state.step === 'warning') warnedOf = state.before
    const [only, ...others] = parts.wallets()
    if (only && others.length === 0) void choose(only)
    else back()
  }

  return {
    $state,
    start: () => void (warn() || goOn()),
    goOn,
    choose,
    back: () => back(),
    switchNetwork,
    async checkAgain() {
      const state = $state.get()
      if (state.step === 'review' && !state.isBusy) await check({ wallet: state.wallet, account: state.account })
    },
    send,
    close() {
      turn += 1
      unfollow()
    },
  }
}

const transferOf = ({ address, amount, token }: WalletPayment, from: string): WalletTransfer => ({
  ...{ from, to: address, contract: token.contract, chainId: token.chainId, decimals: token.decimals },
  units: tokenUnits(toUnits(amount, 'USDT'), token.decimals),
})
