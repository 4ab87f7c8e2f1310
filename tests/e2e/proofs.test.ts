import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import type { Asset } from '#lib/money/coins.ts'
import type { Holding } from '#service/money/proofs/liabilities.ts'
import { hostileFiles } from '../_world/hostile-proofs.ts'
import { control, type Evidence, openProofs, plainFaults } from '../_world/proof-faults.ts'
import { holdingOf, proveDay } from '../_world/proofs.ts'
import { expectRoom, setWidth } from './lenses/lenses.ts'
import { expect, test } from './world.ts'

/** The page as it lies on the disk of a visitor. */
const offlinePage = pathToFileURL(path.join(import.meta.dirname, '../../public/proofs/verify.htm')).href

test.describe('the page of the proofs', () => {
  test('says that nothing is proven yet', async ({ page }) => {
    await page.route('**/api/proofs', (route) => route.fulfill({ json: { days: [], hasMore: false } }))
    await page.goto('/proofs/')
    await expect(page.getByText('No proof yet')).toBeVisible()
    await expect(page.getByText('Loading the proofs')).toBeHidden()
  })

  test('shows the newest statement, and earlier days on request', async ({ page }) => {
    const { first, second } = await openProofs()
    await page.route('**/api/proofs**', (route) => {
      const isOlder = route.request().url().includes('before=2026-11-21')
      return route.fulfill({ json: { days: [isOlder ? first.signed : second.signed], hasMore: !isOlder } })
    })
    await page.clock.setFixedTime(Date.UTC(2026, 10, 22, 12))
    await page.goto('/proofs/')
    const newest = page.locator('[data-newest]')
    await expect(newest.getByText('435.251134 ALEO')).toBeVisible()
    for (const { root } of second.facts.assets) await expect(newest.getByText(root)).toBeVisible()
    await expect(newest.getByText(second.signed.key)).toBeVisible()
    await expect(newest.getByText(first.facts.previous)).toHaveCount(0)
    await expect(page.getByText('more than two days ago')).toBeHidden()
    await page.getByRole('button', { name: 'Show earlier days' }).click()
    await page.getByText('2026-11-20', { exact: true }).click()
    await expect(page.getByText(first.signed.statement.split('\n')[4] ?? '')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Show earlier days' })).toBeHidden()
  })

  test('cuts no digit off on a phone', async ({ page }) => {
    // NODEPAY has 18 decimals, the most of all.
    const held = (units: bigint) =>
      new Map<Asset, Holding[]>([
        ['NODEPAY', [holdingOf('ann', units)]],
        ['ALEO', [holdingOf('ben', 50_250_000n)]],
      ])
    const earlier = await proveDay('2026-11-20', held(370_525_997_805_555_555_451n))
    const { signed, facts } = await proveDay('2026-11-21', held(98_765_432_109_525_997_805_555_555_451n), {
      before: earlier,
    })
    await page.route('**/api/proofs**', (route) =>
      route.fulfill({ json: { days: [signed, earlier.signed], hasMore: false } }),
    )
    await page.clock.setFixedTime(Date.UTC(2026, 10, 22, 12))
    for (const path of ['/proofs/', '/zh/proofs/']) {
      await page.goto(path)
      const newest = page.locator('[data-newest]')
      await expect(newest.getByText('98,765,432,109.525997805555555451 NODEPAY')).toBeVisible()
      for (const { root } of facts.assets) await expect(newest.getByText(root)).toBeVisible()
      await page.locator('[data-days] summary').first().click()
      for (const width of [320, 360, 390, 1440]) {
        await setWidth(page, width)
        await expectRoom(page, `${path} at ${width} px`)
      }
    }
  })

  test('says when the service is away, and loads again', async ({ page, expectedErrors }) => {
    expectedErrors.push(/Failed to load resource/)
    const { second } = await openProofs()
    await page.route('**/api/proofs', (route) => route.abort())
    await page.goto('/zh/proofs/')
    await expect(page.getByText('无法加载证明')).toBeVisible()
    await page.unroute('**/api/proofs')
    await page.route('**/api/proofs', (route) => route.fulfill({ json: { days: [second.signed], hasMore: false } }))
    await page.getByRole('button', { name: '重试' }).click()
    await expect(page.locator('[data-newest]').getByText('435.251134 ALEO')).toBeVisible()
    await expect(page.getByText('无法加载证明')).toBeHidden()
    await expect(page.getByText('距今已超过两天')).toBeVisible()
  })
})

test.describe('the offline page', () => {
  test.use({ offline: true })

  const checkOn =
    (page: Page) =>
    async ({ file, days }: Evidence) => {
      const texts = [typeof file === 'string' ? file : JSON.stringify(file), JSON.stringify({ days, hasMore: false })]
      // Playwright types megabytes for minutes.
      for (const [at, id] of ['#own', '#published'].entries())
        await page.locator(id).evaluate((field, text) => {
          ;(field as HTMLTextAreaElement).value = text
        }, texts[at] ?? '')
      await page.locator('#check').click()
      return page.locator('#result h2')
    }

  test('refuses files that are made to stop it, and never leaves a right result beside them', async ({ page }) => {
    const ground = await openProofs()
    await page.goto(offlinePage)
    const check = checkOn(page)
    for (const { what, make } of hostileFiles) {
      await expect(await check(control(ground))).toHaveText('Your balance is in the published root.')
      await expect(await check(await make(ground)), what).toHaveText(/^This (?:proof is wrong|cannot be checked)\.$/)
    }
  })

  test('finds every fault that can be seen in the files, from disk and without a network', async ({ page }) => {
    const ground = await openProofs()
    await page.goto(offlinePage)
    const check = checkOn(page)
    await expect(await check(control(ground))).toHaveText('Your balance is in the published root.')
    await expect(page.locator('#result')).toContainText('50.25 ALEO')
    for (const { what, make } of plainFaults)
      await expect(await check(await make(ground)), what).toHaveText('This proof is wrong.')
    await expect(await check(control(ground))).toHaveText('Your balance is in the published root.')
    await page.getByRole('button', { name: '中文' }).click()
    await expect(page.locator('#result h2')).toHaveText('您的余额包含在已公布的根哈希中。')
  })
})
