import { useStore } from '@nanostores/react'
import * as icons from '#lib/illustration/icons.ts'
import { formatExact } from '#lib/text/exact.ts'
import { groupOfFour } from '#lib/text/shorten.ts'
import { Icon } from '#ui/icon.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { useT } from '../../core/texts/i18n.ts'
import type { Flow, FlowState } from './flow.ts'
import { walletsOn } from './found.ts'
import type { WalletPayment } from './payment.ts'
import { TransactionLine } from './sent-transfer.tsx'
import { m, walletName } from './texts.ts'
import type { BrowserWallet } from './wallet.ts'

interface StepProps {
  state: FlowState
  flow: Flow
  payment: WalletPayment
}

/** The contents of a step below its sentence. */
export function StepBody({ state, flow, payment }: StepProps) {
  if (state.step === 'warning') return null
  if (state.step === 'wallets') return <WalletList flow={flow} payment={payment} />
  if (state.step === 'sent')
    return (
      <div>
        <TransactionLine id={state.id} network={payment.network} />
      </div>
    )
  if (state.step === 'connecting') return <WalletMark wallet={state.wallet} />
  return <Review payment={payment} wallet={state.wallet} account={state.account} />
}

function WalletMark({ wallet }: { wallet: BrowserWallet }) {
  return (
    <span className="flex items-center gap-3 font-medium">
      {wallet.icon ? (
        <img src={wallet.icon} alt="" width="28" height="28" className="size-7 rounded-field" />
      ) : (
        <Icon path={icons.wallet} className="size-7" />
      )}
      <bdi className="break-words min-w-0" translate="no">
        {walletName(wallet)}
      </bdi>
    </span>
  )
}

function WalletList({ flow, payment }: Pick<StepProps, 'flow' | 'payment'>) {
  const wallets = useStore(walletsOn(payment.network))
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {wallets.map((wallet) => (
        <li key={wallet.id}>
          <button
            type="button"
            className="btn btn-line btn-block h-14 justify-start text-left"
            onClick={() => void flow.choose(wallet)}
          >
            <WalletMark wallet={wallet} />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The facts of the transfer, as the wallet has to show them too. */
function Review({ payment, wallet, account }: { payment: WalletPayment; wallet: BrowserWallet; account: string }) {
  const rows = [
    { name: m('rows.network'), value: payment.networkName, isCode: false },
    { name: m('rows.to'), value: groupOfFour(payment.address), isCode: true },
    { name: m('rows.from'), value: groupOfFour(account), isCode: true },
  ]
  return (
    <>
      <WalletMark wallet={wallet} />
      <p className="title text-3xl" translate="no">
        {formatExact(payment.amount)} <span className="text-lg text-muted">USDT</span>
      </p>
      <dl className="well px-4 text-sm rule">
        {rows.map(({ name, value, isCode }) => (
          <div key={name} className="py-2.5">
            <dt className="text-muted">{name}</dt>
            <dd className={isCode ? 'code break-words' : ''} translate="no">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** The buttons of a step; the last one is the main one. */
export function StepActs({ state, flow, payment, onClose }: StepProps & { onClose: () => void }) {
  const t = useT()
  const wallets = useStore(walletsOn(payment.network))
  const back = wallets.length > 1 && (
    <button type="button" className="btn btn-ghost text-muted" onClick={flow.back}>
      {m('acts.others')}
    </button>
  )
  const close = (
    <button type="button" className="btn btn-line" onClick={onClose}>
      {t('close')}
    </button>
  )
  if (state.step === 'warning')
    return (
      <>
        <button type="button" className="btn btn-ghost text-error" onClick={flow.goOn}>
          {m('acts.again')}
        </button>
        {close}
      </>
    )
  if (state.step === 'network')
    return (
      <>
        {back}
        <SteadyButton
          className="btn-primary"
          off={state.isBusy}
          aria-busy={state.isBusy}
          onClick={() => void flow.switchNetwork()}
        >
          {m('acts.switch')}
        </SteadyButton>
      </>
    )
  if (state.step === 'review')
    return (
      <>
        {back}
        <ReviewAct state={state} flow={flow} payment={payment} />
      </>
    )
  return state.step === 'wallets' || state.step === 'connecting' ? state.step === 'connecting' && back : close
}

function ReviewAct({ state, flow, payment }: StepProps & { state: Extract<FlowState, { step: 'review' }> }) {
  const t = useT()
  const { isBusy, canSend } = state
  const isStuck = !isBusy && !canSend
  return (
    <SteadyButton
      className={isStuck ? 'btn-line' : 'btn-primary'}
      off={isBusy}
      aria-busy={isBusy}
      onClick={() => void (isStuck ? flow.checkAgain() : flow.send())}
    >
      {isStuck ? t('tryAgain') : m('acts.send', { amount: formatExact(payment.amount) })}
    </SteadyButton>
  )
}
