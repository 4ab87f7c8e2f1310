import { useState } from 'react'
import { SteadyButton } from '#ui/steady-button.tsx'
import { toast } from '#ui/toast.ts'
import { actionErrorText } from '../../core/calls/error-text.ts'
import { useT } from '../../core/texts/i18n.ts'
import { KeyChoice } from '../keys.tsx'
import { m } from '../texts.ts'
import { setRentalKeys } from './store.ts'

interface RentalKeysProps {
  rentalId: string
  keyIds: readonly string[]
}

/** The keys that open a running rental, which can be exchanged. */
export function RentalKeys({ rentalId, keyIds }: RentalKeysProps) {
  const t = useT()
  const [changed, setChanged] = useState<readonly string[]>()
  const [isBusy, setBusy] = useState(false)
  const chosen = changed ?? keyIds
  const save = async () => {
    if (chosen.length === 0) return toast('error', m('access.last'))
    setBusy(true)
    try {
      await setRentalKeys(rentalId, chosen)
      setChanged(undefined)
      toast('success', m('access.saved'))
    } catch (error) {
      toast('error', actionErrorText(t, error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3 content-start" aria-label={m('access.title')}>
      <KeyChoice
        chosen={chosen}
        onChoose={(change) => setChanged((before) => change(before ?? keyIds))}
        title={m('access.title')}
      />
      <p className="text-sm text-muted">{m('access.text')}</p>
      {changed && (
        <SteadyButton
          className="btn-primary justify-self-start"
          off={isBusy}
          aria-busy={isBusy}
          onClick={() => void save()}
        >
          {m('access.save')}
        </SteadyButton>
      )}
    </section>
  )
}
