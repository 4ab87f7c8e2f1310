import { createContext, useContext, useEffect, useRef } from 'react'
import { afterPaint } from './after-paint.ts'
import { focusMain } from './focus.ts'

interface ModalOptions {
  open: boolean
  onClose: () => void
  /** False keeps Esc and the backdrop from closing, for example while a payment is being sent. */
  dismissable?: boolean
}

/**
 * Binds a native <dialog> to `open`: modal, Esc and backdrop close it, and the focus returns to the previous element or
 * its ancestor.
 */
export function useModal({ open, onClose, dismissable = true }: ModalOptions) {
  const ref = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const dialog = ref.current
    if (!dialog || !open) return
    const before = around(document.activeElement)
    const opened = openModal(dialog)
    return () => {
      opened.cancel()
      dialog.close()
      const left = before.find((one) => one.isConnected && one.matches('a, button, input, [tabindex]'))
      if (left instanceof HTMLElement) left.focus()
      else focusMain()
    }
  }, [open])

  return {
    ref,
    // `cancel` is Esc: the state decides, so the browser must not close by itself
    onCancel: (event: React.SyntheticEvent) => {
      if (event.target !== ref.current) return
      event.preventDefault()
      if (dismissable) onClose()
    },
    // without this, a second Esc in a row closes it although `cancel` prevents that
    onKeyDown: (event: React.KeyboardEvent) => {
      if (event.key === 'Escape' && !dismissable) event.preventDefault()
    },
    onMouseDown: (event: React.MouseEvent) => {
      if (event.target === ref.current && dismissable) onClose()
    },
    // the browser may still close it (a form of method="dialog", a system gesture)
    onClose: () => {
      if (!open) return
      if (dismissable) onClose()
      else ref.current?.showModal()
    },
  }
}

/** An element and all its ancestors. */
const around = (element: Element | null): Element[] => (element ? [element, ...around(element.parentElement)] : [])

/**
 * Opens a dialog as modal in two steps. A modal dialog makes the rest of the page inert, for which the browser restyles
 * every element: half of a tap's work on a slow phone. So the dialog is painted first as a plain one, and becomes modal
 * and focused after that. In between Escape is handled like the browser does for a modal one.
 */
function openModal(dialog: HTMLDialogElement): { cancel(): void } {
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing) return
    event.preventDefault()
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
  }
  dialog.setAttribute('open', '')
  const { top, bottom } = dialog.getBoundingClientRect()
  // In older engines (Chrome before 129, Firefox before 129, Safari) `main`, being a container, contains fixed
  // elements: a plain dialog would be placed somewhere in the page and jump when it becomes modal.
  if (top !== 0 || bottom > innerHeight) {
    dialog.removeAttribute('open')
    dialog.showModal()
    return { cancel: () => undefined }
  }
  document.addEventListener('keydown', onKey)
  const leaveFirstStep = () => {
    dialog.removeAttribute('open')
    document.removeEventListener('keydown', onKey)
  }
  const painted = afterPaint(() => {
    const chosen = document.activeElement
    leaveFirstStep()
    dialog.showModal()
    // An element focused in between keeps the focus; otherwise the dialog's first field has it now.
    if (chosen instanceof HTMLElement && dialog.contains(chosen)) chosen.focus()
  })
  return {
    cancel() {
      if (painted.cancel()) leaveFirstStep()
    },
  }
}

/** Prevents the surrounding dialog from being dismissed. */
export const Hold = createContext<(held: boolean) => void>(() => undefined)

/** Keeps the surrounding dialog open while `busy`, so that the user sees the outcome. */
export function useHold(busy: boolean): void {
  const hold = useContext(Hold)
  useEffect(() => {
    if (!busy) return
    hold(true)
    return () => hold(false)
  }, [busy, hold])
}
