import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import { Icon } from './icon.tsx'
import { $toasts, dismissToast, type Toast, toastMs } from './toast.ts'
import { UnbrokenDates } from './unbroken-dates.tsx'

const iconOf = { info: icons.info, success: icons.circleCheck, error: icons.circleAlert } as const

/** Counts down while `running` and keeps the rest when paused. */
function useTimeLeft({ id }: Toast, running: boolean) {
  const left = useRef(toastMs)
  useEffect(() => {
    if (!running) return
    const started = performance.now()
    const timer = setTimeout(dismissToast, left.current, id)
    return () => {
      clearTimeout(timer)
      left.current = Math.max(500, left.current - (performance.now() - started))
    }
  }, [id, running])
}

function ToastRow({ toast, closeLabel }: { toast: Toast; closeLabel: string }) {
  const [held, setHeld] = useState(false)
  const hold = () => setHeld(true)
  const release = () => setHeld(false)
  useTimeLeft(toast, !held && !toast.act)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer only pauses the timer
    <div
      className="rounded-box bg-neutral text-neutral-content text-sm shadow-2 flex flex-wrap items-center gap-4 pl-4 pr-2 py-3 mb-2"
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <Icon path={iconOf[toast.kind]} />
      <span className="flex-1">
        <UnbrokenDates text={toast.text} />
      </span>
      {toast.act}
      <button
        type="button"
        className="btn btn-ghost btn-sm btn-square text-neutral-content hover:bg-neutral-content/15 hover:border-transparent"
        aria-label={closeLabel}
        onClick={() => dismissToast(toast.id)}
      >
        <Icon path={icons.x} className="size-4" />
      </button>
    </div>
  )
}

const canPopOver = typeof HTMLElement !== 'undefined' && 'showPopover' in HTMLElement.prototype

/** Puts the toasts on top. Before Safari 17 and Chrome 114 only a dialog's own content can be above it. */
function raise(layer: HTMLElement): void {
  if (canPopOver) {
    layer.hidePopover()
    layer.showPopover()
    return
  }
  const { parentNode: home } = layer
  const dialog = document.querySelector('dialog:modal')
  if (!dialog || dialog === home) return
  dialog.append(layer)
  dialog.addEventListener('close', () => home?.append(layer), { once: true })
}

/** Mounted once. Its two live regions stay in the page, so that screen readers announce what enters them. */
export function Toaster({ closeLabel }: { closeLabel: string }) {
  const toasts = useStore($toasts)
  const layer = useRef<HTMLDivElement>(null)
  const newest = toasts.at(-1)?.id ?? 0
  const raised = useRef(-1)

  useEffect(() => {
    // always shown, and shown again for each toast, so that it is above a dialog opened in between
    if (newest <= raised.current || !layer.current) return
    raised.current = newest
    raise(layer.current)
  }, [newest])

  const rows = (errors: boolean) =>
    toasts
      .filter(({ kind }) => (kind === 'error') === errors)
      .map((toast) => <ToastRow key={toast.id} toast={toast} closeLabel={closeLabel} />)
  return (
    <div ref={layer} popover={canPopOver ? 'manual' : undefined} className="toaster">
      <div role="status">{rows(false)}</div>
      <div role="alert">{rows(true)}</div>
    </div>
  )
}
