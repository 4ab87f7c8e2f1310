// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Endpoint } from '#lib/contract/endpoint.ts'

/** Two minutes before 04:00 UTC: yesterday is not settled yet. */
const BEFORE = Date.UTC(2026, 10, 21, 3, 58)
const MINUTE = 60_000

/** The service's replies by time: yesterday is settled at 04:00, and released at the next midnight. */
const service = {
  settledDay: () => (Date.now() < BEFORE + 2 * MINUTE ? '2026-11-19' : '2026-11-20'),
  frozen: () => (Date.now() < Date.UTC(2026, 10, 22) ? '4' : '0'),
}
let requests: string[] = []

vi.mock('#app/core/calls/call.ts', () => ({
  shellEndpoints: () => new Promise(() => undefined),
  call: async ({ path }: Endpoint) => {
    requests.push(path)
    const coins = [{ currencyCode: 'ALEO', frozen: service.frozen() }]
    return { coins, settledDay: service.settledDay(), serverTime: Date.now() / 1000, days: [], records: [], total: 0 }
  },
}))

const stores = {
  'the chart of the overview': async () => (await import('#app/earnings/store.ts')).$homeIncome,
  'the statistics': async () => (await import('#app/earnings/range.ts')).$income,
  'the figures of a coin': async () => (await import('#app/earnings/range.ts')).summaryOf.ALEO,
  'the forecast': async () => (await import('#app/earnings/forecast-store.ts')).$window,
  'the list of earnings': async () => {
    const { list, $list } = await import('#app/earnings/list-store.ts')
    list.set({ size: 20, type: 0, coin: undefined, status: 'any', from: '', to: '' })
    return $list
  },
  'the details of a coin': async () => {
    const { $detail, $detailOf } = await import('#app/earnings/detail/store.ts')
    $detailOf.set({ currencyCode: 'ALEO' })
    return $detail
  },
}

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers({ now: BEFORE })
})
afterEach(() => {
  vi.useRealTimers()
})

test.each(Object.entries(stores))(
  '%s is asked for again once yesterday is settled, and once it is released',
  async (_, load) => {
    const store = await load()
    const { $earnings } = await import('#app/earnings/store.ts')
    const stops = [store.listen(() => undefined), $earnings.listen(() => undefined)]
    const goTo = async (time: number) => {
      requests = []
      await vi.advanceTimersByTimeAsync(time - Date.now())
      return requests.filter((path) => !path.endsWith('/user-income-detail/overview-data')).length
    }
    await goTo(BEFORE + MINUTE)
    expect(await goTo(BEFORE + MINUTE * 1.9)).toBe(0)
    expect(await goTo(BEFORE + MINUTE * 3)).toBe(1)
    expect(await goTo(BEFORE + 60 * MINUTE)).toBe(0)
    expect(await goTo(Date.UTC(2026, 10, 22, 0, 1))).toBeGreaterThanOrEqual(1)
    for (const stop of stops) stop()
  },
)

test('nothing is polled while the page is hidden', async () => {
  const { $earnings, $homeIncome } = await import('#app/earnings/store.ts')
  $homeIncome.listen(() => undefined)
  $earnings.listen(() => undefined)
  await vi.advanceTimersByTimeAsync(MINUTE)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  requests = []
  await vi.advanceTimersByTimeAsync(5 * MINUTE)
  expect(requests).toEqual([])
})
