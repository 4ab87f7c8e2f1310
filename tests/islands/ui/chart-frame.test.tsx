// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { ChartFrame } from '#ui/chart/frame.tsx'
import { render } from './render.ts'

test('a drawing that failed to load is drawn later, without a message', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(320)
  const erase = vi.fn()
  const load = vi.fn(async () => () => erase)
  for (let lost = 0; lost < 2; lost += 1) load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const { draw } = await render(<ChartFrame load={load} height={100} label="Output" data="1" table={<table />} />)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(load).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(load).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(load).toHaveBeenCalledTimes(3)
  await draw(<p />)
  expect(erase).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(load).toHaveBeenCalledTimes(3)
  vi.useRealTimers()
})
