import { type ReactNode, useState } from 'react'
import { Dialog } from '#ui/dialog.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { toast } from '#ui/toast.ts'
import { actionErrorText } from '../calls/error-text.ts'
import { useT } from '../texts/i18n.ts'

interface ConfirmDialogProps {
  open: boolean
  onClose: () => void
  title: string
  /** The consequences. */
  text: ReactNode
  /** Label of the button that cancels; "Cancel" by default. */
  cancel?: string
  /** The button that does it. */
  confirm: string
  act: () => Promise<unknown>
  /** Toast after success; none if the result is visible. */
  done?: string
}

/** Confirmation before an action. Stays open until the action has succeeded or failed, and shows the outcome. */
export function ConfirmDialog({ open, onClose, title, text, cancel, confirm, act, done }: ConfirmDialogProps) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      await act()
      if (done) toast('success', done)
    } catch (error) {
      toast('error', actionErrorText(t, error))
    } finally {
      setBusy(false)
      onClose()
    }
  }
  const footer = (
    <>
      <SteadyButton className="btn-line" off={busy} onClick={onClose}>
        {cancel ?? t('cancel')}
      </SteadyButton>
      <SteadyButton className="btn-neutral" off={busy} aria-busy={busy} onClick={() => void run()}>
        {confirm}
      </SteadyButton>
    </>
  )
  return (
    <Dialog open={open} onClose={onClose} title={title} closeLabel={t('close')} footer={footer} dismissable={!busy}>
      <p className="text-muted">{text}</p>
    </Dialog>
  )
}
