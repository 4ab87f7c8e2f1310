import type { Machine } from '#lib/contract/device-list.ts'
import { ConfirmDialog } from '../core/forms/confirm-dialog.tsx'
import { useT } from '../core/texts/i18n.ts'
import { unbindDevice } from './store.ts'

export function UnbindDialog({ device, onClose }: { device: Machine; onClose: () => void }) {
  const t = useT()
  const { name } = device
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('devices.unbindTitle', { name })}
      text={t('devices.unbindText')}
      confirm={t('devices.unbind')}
      act={() => unbindDevice(device.id)}
      done={t('devices.unbound', { name })}
    />
  )
}
