import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { useT } from '../core/texts/i18n.ts'
import { DownloadLink } from '../versions/index.ts'
import { BindCode } from './bind-code.tsx'
import { $binding, forgetCode, newCode } from './binding.ts'

/** "Add device" with its dialog: the download, the code, and the success without a reload. */
export function AddDevice({ className = 'btn btn-line btn-sm' }: { className?: string }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <button type="button" className={className} onClick={() => setOpen(true)}>
        <Icon path={icons.plus} className="size-4" />
        {t('devices.add')}
      </button>
      <Dialog open={open} onClose={close} title={t('devices.add')} closeLabel={t('close')}>
        <Steps onDone={close} />
      </Dialog>
    </>
  )
}

function Steps({ onDone }: { onDone: () => void }) {
  const t = useT()
  const bound = useStore($binding).step === 'bound'
  useEffect(() => {
    void newCode()
    return forgetCode
  }, [])
  return (
    <>
      {!bound && (
        <p className="text-sm text-muted">
          {t('bind.first')} <DownloadLink />
        </p>
      )}
      <BindCode />
      {bound && (
        <button type="button" className="btn btn-primary btn-block" onClick={onDone}>
          {t('bind.done')}
        </button>
      )}
    </>
  )
}
