import { useState } from 'react'
import type { Machine } from '#lib/contract/device-list.ts'
import { Dialog } from '#ui/dialog.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { toast } from '#ui/toast.ts'
import { actFault } from '../calls/sentence.ts'
import { useT } from '../texts/i18n.ts'
import { unbindDevice } from './store.ts'

export function UnbindDialog({ device, onClose }: { device: Machine; onClose: () => void }) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const unbind = async () => {
    setBusy(true)
    try {
      await unbindDevice(device.id)
      toast('success', t('devices.unbound', { name: device.name }))
    } catch (error) {
      toast('error', actFault(t, error))
    } finally {
      setBusy(false)
      onClose()
    }
  }
  const footer = (
    <>
      <SteadyButton className="btn-line" off={busy} onClick={onClose}>
        {t('cancel')}
      </SteadyButton>
      <SteadyButton className="btn-neutral" off={busy} aria-busy={busy} onClick={() => void unbind()}>
        {t('devices.unbind')}
      </SteadyButton>
    </>
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('devices.unbindTitle', { name: device.name })}
      closeLabel={t('close')}
      footer={footer}
      dismissable={!busy}
    >
      <p className="text-muted">{t('devices.unbindText')}</p>
    </Dialog>
  )
}
