import { useState } from 'react'
import { Dialog, Sheet } from '#ui/dialog.tsx'
import { type ToastKind, toast } from '#ui/toast.ts'
import { t } from './texts.ts'

const kinds: readonly ToastKind[] = ['info', 'success', 'error']

export function Layers() {
  const [shown, setShown] = useState<'dialog' | 'locked' | 'sheet'>()
  const close = () => setShown(undefined)
  const footer = (
    <>
      <button type="button" className="btn btn-line" onClick={close}>
        {t('dialog.cancel')}
      </button>
      <button type="button" className="btn btn-primary" onClick={() => toast('success', t('toast.success'))}>
        {t('dialog.confirm')}
      </button>
    </>
  )
  return (
    <div className="flex flex-wrap gap-2">
      <button type="button" className="btn btn-neutral" onClick={() => setShown('dialog')}>
        {t('dialog.open')}
      </button>
      <button type="button" className="btn btn-line" onClick={() => setShown('locked')}>
        {t('dialog.locked')}
      </button>
      <button type="button" className="btn btn-line" onClick={() => setShown('sheet')}>
        {t('dialog.sheet')}
      </button>
      {kinds.map((kind) => (
        <button key={kind} type="button" className="btn btn-line" onClick={() => toast(kind, t(`toast.${kind}`))}>
          {t('toast.show', { kind: t(`toast.kinds.${kind}`) })}
        </button>
      ))}
      <Dialog
        open={shown === 'dialog'}
        onClose={close}
        title={t('dialog.title')}
        closeLabel={t('close')}
        footer={footer}
      >
        <p className="text-muted">{t('dialog.text')}</p>
        <label>
          <span className="text-sm font-medium block mb-1.5">{t('dialog.amount')}</span>
          <input className="input w-full h-12 num" inputMode="decimal" defaultValue="120.0000" />
        </label>
      </Dialog>
      <Dialog
        open={shown === 'locked'}
        onClose={close}
        title={t('dialog.title')}
        closeLabel={t('close')}
        footer={footer}
        dismissable={false}
      >
        <p className="text-muted">{t('dialog.text')}</p>
      </Dialog>
      <Sheet open={shown === 'sheet'} onClose={close} title={t('dialog.sheetTitle')} closeLabel={t('close')}>
        <p className="text-muted">{t('dialog.text')}</p>
      </Sheet>
    </div>
  )
}
