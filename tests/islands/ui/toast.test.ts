// @vitest-environment happy-dom
import { act, createElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { $toasts, dismissToast, toast, toastMs } from '#ui/toast.ts'
import { Toaster } from '#ui/toaster.tsx'
import { render } from './render.ts'

const texts = () => $toasts.get().map(({ text }) => text)
const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  HTMLElement.prototype.showPopover = () => {}
  HTMLElement.prototype.hidePopover = () => {}
})
afterEach(async () => {
  vi.useRealTimers()
  await act(async () => $toasts.set([]))
})

test('shows the same text once', () => {
  toast('info', 'Saved')
  toast('success', 'Saved')
  toast('error', 'Failed')
  expect(texts()).toEqual(['Saved', 'Failed'])
  dismissToast($toasts.get()[0]?.id ?? -1)
  toast('info', 'Saved')
  expect(texts()).toEqual(['Failed', 'Saved'])
})

test('removes a toast after its time and announces errors as alerts', async () => {
  const { host } = await render(createElement(Toaster, { closeLabel: 'Close' }))
  await act(async () => {
    toast('success', 'Saved')
    toast('error', 'Failed')
  })
  expect(host.querySelector('[role=status]')?.textContent).toContain('Saved')
  expect(host.querySelector('[role=alert]')?.textContent).toContain('Failed')
  await pass(toastMs - 1)
  expect(texts()).toEqual(['Saved', 'Failed'])
  await pass(1)
  expect(texts()).toEqual([])
})

test('waits while the pointer rests on it, then continues with the rest', async () => {
  const { host } = await render(createElement(Toaster, { closeLabel: 'Close' }))
  await act(async () => toast('info', 'Saved'))
  await pass(2000)
  const row = host.querySelector('[role=status] button')?.parentElement
  await act(async () => row?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true })))
  await pass(60_000)
  expect(texts()).toEqual(['Saved'])
  await act(async () => row?.dispatchEvent(new PointerEvent('pointerout', { bubbles: true })))
  await pass(999)
  expect(texts()).toEqual(['Saved'])
  await pass(1)
  expect(texts()).toEqual([])
})
