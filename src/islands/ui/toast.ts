import { atom } from 'nanostores'
import type { ReactNode } from 'react'

export type ToastKind = 'info' | 'success' | 'error'

export interface Toast {
  id: number
  kind: ToastKind
  text: string
  /** An action for it; such a toast stays. */
  act?: ReactNode
}

/** How long a toast stays (SPEC-9.41). */
export const toastMs = 3000

export const $toasts = atom<readonly Toast[]>([])

let lastId = 0

/** Shows a short message; one with an action stays until it is closed. A shown text is not repeated. */
export function toast(kind: ToastKind, text: string, act?: ReactNode) {
  const shown = $toasts.get()
  if (!shown.some((other) => other.text === text)) $toasts.set([...shown, { id: ++lastId, kind, text, act }])
}

export function dismissToast(id: number) {
  $toasts.set($toasts.get().filter((shown) => shown.id !== id))
}
