import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { Dialog } from '#ui/dialog.tsx'
import { serviceMs } from '../../core/calls/service-clock.ts'
import { useT } from '../../core/texts/i18n.ts'
import { createFlow, type FlowState } from './flow.ts'
import { walletsOn } from './found.ts'
import { Note } from './note.tsx'
import { feeCoins, type PaymentSource, type WalletPayment } from './payment.ts'
import { SentTransfer } from './sent-transfer.tsx'
import { StepActs, StepBody } from './steps.tsx'
import { m, walletName } from './texts.ts'

/** Pays by a wallet of this browser, step by step. */
export function WalletDialog({ source, onClose }: { source: PaymentSource; onClose: () => void }) {
  const payment = useStore(source.$payment)
  const [flow] = useState(() => flowOf(source))
  useEffect(() => {
    flow.start()
    return flow.close
  }, [flow])
  const state = useStore(flow.$state)
  const box = useRef<HTMLDivElement>(null)
  // A step takes its buttons with it, and the focus must not leave with them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every step
  useEffect(() => {
    const { current } = box
    if (current && !current.closest('dialog')?.contains(document.activeElement)) current.focus()
  }, [state.step])
  const t = useT()
  if (!payment) return null
  return (
    <Dialog
      open
      onClose={onClose}
      title={m('title')}
      closeLabel={t('close')}
      footer={<StepActs state={state} flow={flow} payment={payment} onClose={onClose} />}
    >
      <div ref={box} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-4 outline-none">
        <div aria-live="polite" className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Words state={state} payment={payment} />
        </div>
        <StepBody state={state} flow={flow} payment={payment} />
      </div>
    </Dialog>
  )
}

const flowOf = (source: PaymentSource) =>
  createFlow({
    wallets: () => {
      const payment = source.$payment.get()
      return payment ? walletsOn(payment.network).get() : []
    },
    payment: () => source.$payment.get(),
    reload: source.reload,
    // The service looks for it in any case: this is only sooner.
    onSent: (id, payment) => void source.lookFor(id, payment).catch(() => undefined),
    nameOf: walletName,
    now: () => Math.floor(serviceMs() / 1000),
  })

/** The sentence of a step, and the reason why it came again. */
function Words({ state, payment }: { state: FlowState; payment: WalletPayment }) {
  const wallet = 'wallet' in state ? walletName(state.wallet) : m('unnamed')
  const values = { wallet, network: payment.networkName, coin: feeCoins[payment.network] }
  const fault = 'fault' in state ? state.fault : undefined
  return (
    <>
      {fault && <Note tone={fault === 'refused' ? 'info' : 'warning'}>{m(`faults.${fault}`, values)}</Note>}
      {state.step === 'network' && (
        <Note tone="warning">{m(state.isBusy ? 'steps.switching' : 'steps.network', values)}</Note>
      )}
      {state.step === 'warning' && <SentTransfer transfer={state.before} network={payment.network} />}
      {state.step !== 'network' && state.step !== 'warning' && (
        <p className="text-sm text-muted">
          {m(state.step === 'review' && state.isBusy ? 'steps.checking' : `steps.${state.step}`, values)}
        </p>
      )}
    </>
  )
}
