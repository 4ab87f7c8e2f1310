import { type ReactNode, Suspense, useState } from 'react'

interface DialogState {
  open: boolean
  onClose: () => void
}

interface DialogButtonProps {
  className: string
  children: ReactNode
  /** A lazily loaded dialog: no screen waits for it. */
  dialog: (state: DialogState) => ReactNode
}

/** A button with its dialog, which is loaded on first use. */
export function DialogButton({ className, children, dialog }: DialogButtonProps) {
  // Undefined before the first use.
  const [open, setOpen] = useState<boolean>()
  return (
    <>
      <button type="button" className={className} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {children}
      </button>
      {open !== undefined && <Suspense>{dialog({ open, onClose: () => setOpen(false) })}</Suspense>}
    </>
  )
}
