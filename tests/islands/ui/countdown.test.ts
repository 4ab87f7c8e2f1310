// @vitest-environment happy-dom
import { act, createElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useCountdown } from '#ui/countdown.ts'
import { render } from './render.ts'

interface ExampleProps {
  deadline: number
  skew?: number
  onEnd?: () => void
}

function Example({ deadline, skew = 0, onEnd }: ExampleProps) {
  return String(useCountdown({ deadline, now: () => Date.now() + skew, ...(onEnd && { onEnd }) }))
}

const start = Date.UTC(2026, 10, 20)
const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: start })
})
afterEach(() => {
  vi.useRealTimers()
})

test('counts whole seconds down and ends once', async () => {
  const onEnd = vi.fn()
  const { host } = await render(createElement(Example, { deadline: start + 2500, onEnd }))
  expect(host.textContent).toBe('3')
  await pass(500)
  expect(host.textContent).toBe('2')
  await pass(1999)
  expect(host.textContent).toBe('1')
  expect(onEnd).not.toHaveBeenCalled()
  await pass(1)
  expect(host.textContent).toBe('0')
  await pass(10_000)
  expect(onEnd).toHaveBeenCalledTimes(1)
})

test('follows the given clock', async () => {
  const { host } = await render(createElement(Example, { deadline: start + 60_000, skew: 18_000 }))
  expect(host.textContent).toBe('42')
})

test('is right after the tab has slept', async () => {
  const { host } = await render(createElement(Example, { deadline: start + 60_000 }))
  vi.setSystemTime(start + 45_500)
  await pass(1000)
  expect(host.textContent).toBe('14')
})

test('starts again with a new deadline', async () => {
  const onEnd = vi.fn()
  const { host, draw } = await render(createElement(Example, { deadline: start, onEnd }))
  expect(host.textContent).toBe('0')
  await draw(createElement(Example, { deadline: start + 5000, onEnd }))
  expect(host.textContent).toBe('5')
  await pass(5000)
  expect(onEnd).toHaveBeenCalledTimes(2)
})
