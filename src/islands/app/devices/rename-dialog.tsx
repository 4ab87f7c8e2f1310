import { useId, useState } from 'react'
import type { Machine } from '#lib/contract/device-list.ts'
import { Dialog } from '#ui/dialog.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { toast } from '#ui/toast.ts'
import { actionErrorText } from '../core/calls/error-text.ts'
import { useT } from '../core/texts/i18n.ts'
import { renameDevice } from './store.ts'

export function RenameDialog({ device, onClose }: { device: Machine; onClose: () => void }) {
  const t = useT()
  const id = useId()
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const save = async (event: React.SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim()
    if (name === '') return setError(t('devices.nameEmpty'))
    setBusy(true)
    try {
      await renameDevice(device.id, name)
      toast('success', t('devices.renamed', { name }))
      onClose()
    } catch (problem) {
      setError(actionErrorText(t, problem))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog open onClose={onClose} title={t('devices.rename')} closeLabel={t('close')} dismissable={!busy}>
      <form className="grid gap-4" onSubmit={(event) => void save(event)}>
        <div>
          <label htmlFor={id} className="text-sm font-medium block mb-1.5">
            {t('devices.name')}
          </label>
          <input
            id={id}
            name="name"
            className={`input w-full h-12 ${error ? 'border-error!' : ''}`}
            defaultValue={device.name}
            maxLength={48}
            autoComplete="off"
            aria-invalid={error !== undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            onChange={() => setError(undefined)}
          />
          {error && (
            <p id={`${id}-error`} role="alert" className="mt-1.5 text-xs text-error">
              {error}
            </p>
          )}
        </div>
        <SteadyButton type="submit" className="btn-primary btn-block" off={busy} aria-busy={busy}>
          {t('devices.save')}
        </SteadyButton>
      </form>
    </Dialog>
  )
}
