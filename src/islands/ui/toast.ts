import { atom } from 'nanostores'

export type ToastKind = 'info' | 'success' | 'error'

export interface Toast {
  id: number
  kind: ToastKind
  text: string
}

/** How long a toast stays. Specification, section 9. */
export const toastMs = 3000

export const $toasts = atom<readonly Toast[]>([])

let lastId = 0

/** Shows a short message. A text that is already on the screen is not shown twice. */
export function toast(kind: ToastKind, text: string) {
  const shown = $toasts.get()
  if (shown.some((other) => other.text === text)) return
  lastId += 1
  $toasts.set([...shown, { id: lastId, kind, text }])
}

export function dismissToast(id: number) {
  $toasts.set($toasts.get().filter((shown) => shown.id !== id))
}
