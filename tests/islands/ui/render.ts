import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

/** Draws into the page and takes it away after the test. */
export async function render(node: ReactNode) {
  const host = document.createElement('div')
  document.body.append(host)
  const root = createRoot(host)
  const draw = (next: ReactNode) => act(async () => root.render(next))
  await draw(node)
  onTestFinished(async () => {
    await act(async () => root.unmount())
    host.remove()
  })
  return { host, draw }
}

export function press(target: Element, key: string) {
  return act(async () => target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))
}

export function click(target: Element | null) {
  return act(async () => (target as HTMLElement).click())
}
