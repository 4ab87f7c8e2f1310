import { useState } from 'react'
import { SteadyButton } from '#ui/steady-button.tsx'
import { toast } from '#ui/toast.ts'
import { readErrorText } from '../core/calls/error-text.ts'
import { useT } from '../core/texts/i18n.ts'
import { pictureAddress } from './store.ts'
import { m } from './texts.ts'

/** A picture of a report, loaded on demand. */
export function Picture({ id, number }: { id: string; number: number }) {
  const t = useT()
  const [address, setAddress] = useState<string>()
  const [busy, setBusy] = useState(false)
  const show = async () => {
    setBusy(true)
    await pictureAddress(id)
      .then(setAddress)
      .catch((error) => toast('error', readErrorText(t, error)))
    setBusy(false)
  }
  if (address) return <img className="well max-w-full" src={address} alt={m('picture', { number })} />
  return (
    <SteadyButton className="btn-line btn-sm" off={busy} onClick={() => void show()}>
      {m('showPicture', { number })}
    </SteadyButton>
  )
}
