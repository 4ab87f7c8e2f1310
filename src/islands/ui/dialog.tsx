import { type ReactNode, useId, useState } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import { Icon } from './icon.tsx'
import { Hold, useModal } from './modal.ts'

interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  closeLabel: string
  children: ReactNode
  /** Buttons. The last one is the main one. */
  footer?: ReactNode
  dismissable?: boolean
  /** `bottom` stays at the bottom edge on every screen (a sheet); `middle` and `wide` do so on phones only. */
  placement?: 'middle' | 'wide' | 'bottom'
}

const boxes = {
  middle: 'sm:max-w-[27.5rem]',
  wide: 'sm:max-w-[40rem]',
  bottom: 'max-w-none sm:max-w-[40rem] sm:mx-auto rounded-b-none',
}

export function Dialog({ open, onClose, title, closeLabel, children, footer, ...rest }: DialogProps) {
  const { placement = 'middle' } = rest
  const [held, hold] = useState(false)
  const dismissable = (rest.dismissable ?? true) && !held
  const titleId = useId()
  const modal = useModal({ open, onClose, dismissable })
  return (
    <dialog
      {...modal}
      aria-labelledby={titleId}
      className={`modal modal-bottom ${placement === 'bottom' ? '' : 'sm:modal-middle'}`}
    >
      {open && (
        <div className={`modal-box p-0 text-left font-normal whitespace-normal ${boxes[placement]}`}>
          <header className="pl-6 pr-14 pt-5 pb-4">
            <h2 id={titleId} className="title text-lg">
              {title}
            </h2>
          </header>
          <div className="px-6 pb-6 grid grid-cols-[minmax(0,1fr)] gap-4">
            <Hold value={hold}>{children}</Hold>
          </div>
          {footer && (
            <footer className="px-6 pb-[max(1.5rem,env(safe-area-inset-bottom))] grid gap-2 sm:flex sm:justify-end">
              {footer}
            </footer>
          )}
          {/* last in order, so that the dialog opens with focus on its first field */}
          {dismissable && (
            <button
              type="button"
              className="btn btn-ghost btn-sm btn-square absolute right-4 top-7.5 -translate-y-1/2"
              aria-label={closeLabel}
              onClick={onClose}
            >
              <Icon path={icons.x} />
            </button>
          )}
        </div>
      )}
    </dialog>
  )
}

/** A panel from the bottom edge: the phone's "more" menu, filters, choices. */
export function Sheet(props: Omit<DialogProps, 'placement'>) {
  return <Dialog {...props} placement="bottom" />
}
