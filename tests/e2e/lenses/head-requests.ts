import type { Page } from '@playwright/test'
import { expect } from '../world.ts'

/** Requests of the loaded page to addresses that match, each with the kind of its initiator. */
const requestsTo = (page: Page, address: string) =>
  page.evaluate(
    (pattern) =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => new RegExp(pattern).test(name))
        .map(({ name, initiatorType }) => `${new URL(name).pathname} by ${initiatorType}`),
    address,
  )

/** The head requests what every screen starts with, so that no script has to. */
export async function expectHeadRequests(page: Page, path: string): Promise<void> {
  // It is reported when it has loaded.
  await expect.poll(() => requestsTo(page, 'ticket-worker'), path).toHaveLength(1)
  const requests = await requestsTo(page, '/locales/|/public-key$')
  expect(requests.length, path).toBeGreaterThan(1)
  expect(
    requests.filter((one) => one.endsWith('by fetch')),
    path,
  ).toEqual([])
}
