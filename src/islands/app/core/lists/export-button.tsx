import { useState } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import { Icon } from '#ui/icon.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { toast } from '#ui/toast.ts'
import { readErrorText } from '../calls/error-text.ts'
import { useT } from '../texts/i18n.ts'
import { ListChangedError } from './save-csv.ts'

/** Saves the whole filtered list; shows a failure. */
export function ExportButton({ save, disabled }: { save: () => Promise<void>; disabled: boolean }) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    await save().catch((error) =>
      toast('error', error instanceof ListChangedError ? t('csv.moved') : readErrorText(t, error)),
    )
    setBusy(false)
  }
  return (
    <SteadyButton className="btn-line btn-sm" off={disabled || busy} aria-busy={busy} onClick={() => void run()}>
      <Icon path={icons.download} className="size-4" />
      {t('csv.save')}
    </SteadyButton>
  )
}
