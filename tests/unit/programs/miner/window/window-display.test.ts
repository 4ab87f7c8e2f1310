import { expect, test } from 'vitest'
import type { Status } from '#service/programs/miner/display.ts'
import { createRateHistory, MAX_POINTS } from '#service/programs/miner/window/rate-history.ts'
import { createWindowDisplay, MAX_LOG_LINES } from '#service/programs/miner/window/window-display.ts'

test('rates are kept as means of five seconds, for ten minutes', () => {
  const history = createRateHistory()
  expect(history.points()).toEqual([])
  history.add(10, 4, 0)
  history.add(20, 4, 4_999)
  history.add(40, 8, 5_000)
  expect(history.points()).toEqual([
    [15, 4],
    [40, 8],
  ])
  for (let slot = 2; slot < 200; slot += 1) history.add(slot, 0, slot * 5_000)
  expect(history.points()).toHaveLength(MAX_POINTS)
  expect([history.points()[0], history.points().at(-1)]).toEqual([
    [80, 0],
    [199, 0],
  ])
})

test('the window keeps the last lines and the newest status, and the terminal gets all of them', () => {
  const said: string[] = []
  const terminal = { status: () => said.push('status'), say: (_: string, text: string) => said.push(text), clear() {} }
  const display = createWindowDisplay(terminal as never, () => 61_000)
  for (let count = 0; count < MAX_LOG_LINES + 2; count += 1) display.say('online', `line ${count}`, { dropped: count })
  expect(display.lines()).toHaveLength(MAX_LOG_LINES)
  expect(display.lines()[0]).toEqual({ at: 61, code: 'online', values: { dropped: 2 }, text: 'line 2' })
  display.status({ localRate: 5, verifiedRate: 3 } as Status)
  expect([display.latest()?.localRate, display.rates.points()]).toEqual([5, [[5, 3]]])
  expect([said.length, said.at(-1)]).toEqual([MAX_LOG_LINES + 3, 'status'])
  display.forget()
  expect(display.latest()).toBeUndefined()
})
