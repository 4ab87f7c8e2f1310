import { useState } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import { Icon } from '#ui/icon.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { toast } from '#ui/toast.ts'
import { actionErrorText } from '../../core/calls/error-text.ts'
import { useT } from '../../core/texts/i18n.ts'
import { m } from '../texts.ts'
import { type Paid, payByTestWallet } from './store.ts'

/** On the local network a wallet of the service pays, by a real transaction of what is worth nothing. */
export function TestPay(paid: Paid) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const pay = async () => {
    setBusy(true)
    try {
      await payByTestWallet(paid)
      toast('success', m('pay.testSent'))
    } catch (error) {
      toast('error', actionErrorText(t, error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <SteadyButton className="btn-line h-12 px-6" off={busy} aria-busy={busy} onClick={() => void pay()}>
      <Icon path={icons.wallet} className="size-5" />
      {m('pay.test')}
    </SteadyButton>
  )
}
