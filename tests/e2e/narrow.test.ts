import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { fundUser } from '../_world/funds.ts'
import { findProblems, setTheme } from './lenses/axe.ts'
import { withoutRule } from './lenses/classes.ts'
import { brokenDates, cutOff } from './lenses/cut-off.ts'
import { change, proveByCode } from './demo-account.ts'
import { inParts, inTurn, isWhole } from './parts.ts'
import { demoAddress, rowPaths, screenPaths } from './screens.ts'
import { enterDemo, expect, type Service, test, waitForApp } from './world.ts'

/** An account with devices, one of which is online without work, and with settled days: the demo's, which grows rich here. */
test.use({ demo: true, paid: true, own: 'narrow' })
test.describe.configure({ mode: 'serial' })

/** The account earns a thousand times as much each day, and has millions: figures of a large farm. */
const makeFarm = (service: Service) =>
  change(service, async (db, id) => {
    await sql`update earnings set amount = amount * 1000 where user_id = ${id}`.execute(db)
    const world = { running: { ctx: { db } }, clock: service }
    await fundUser(
      world,
      { info: { id } },
      { ALEO: '23456789.123456', GRASS: '8765432.123456789', USDT: '1234567.654321' },
    )
  })

/** Its devices have the longest names, which a line can break nowhere. */
const nameAtLength = (service: Service) =>
  change(service, (db, id) =>
    db
      .updateTable('devices')
      .set({ name: 'W'.repeat(48), hardware: 'H'.repeat(160), miner_version: '9'.repeat(32) })
      .where('user_id', '=', id)
      .execute(),
  )

test.beforeAll(({ service }) => makeFarm(service))

/** A screen that failed to load would pass as narrow. */
const alertsOn = (page: Page) => page.getByRole('main').getByRole('alert').filter({ hasText: /\S/ })

/** `npm run test:long` goes through every width in both languages. */
const widths = isWhole ? [360, 390, 768, 1024, 1280, 1408] : [360, 1024, 1280]

const words = {
  en: { log: 'Log', noWork: /no work for/ },
  zh: { log: '日志', noWork: /无有效份额/ },
}

for (const locale of ['en', 'zh'] as const) {
  const enter = async (page: Page, service: Service) => {
    // No animation of the previous page runs while the window changes.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 360, height: 800 })
    await enterDemo(page, service, locale)
  }

  for (const path of ['/user/overview-main/overview', '/user/overview-main/machine'])
    test(`cuts nothing off where devices mine, on ${path} in ${locale}`, async ({ page, service }) => {
      await enter(page, service)
      await page.goto(path)
      await waitForApp(page)
      const rows = page.getByRole('main').getByRole('listitem').getByRole('button', { expanded: false })
      await expect(rows.getByText(words[locale].noWork).locator('visible=true').first()).toBeVisible()
      while ((await rows.count()) > 0) await rows.first().click()
      await expect.poll(() => cutOff(page, 'main li .truncate'), path).toEqual([])
      await page.getByRole('button', { name: words[locale].log, exact: true }).first().click()
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
      await expect.poll(() => cutOff(page), `the log on ${path}`).toEqual([])
    })

  const screens = [...screenPaths, '/user/earning-detail?coin=ALEO']
  for (const { name, part } of inParts(inTurn(screens, locale === 'en' ? 0 : 1), 5))
    test(`cuts nothing off on screens ${name}, in ${locale}`, async ({ page, service }) => {
      await enter(page, service)
      for (const path of part) {
        await page.goto(await demoAddress(service, path))
        await waitForApp(page)
        await expect(page.locator('.skeleton')).toHaveCount(0)
        await expect(alertsOn(page), path).toHaveCount(0)
        expect(await withoutRule(page), path).toEqual([])
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 })
          await expect.poll(() => cutOff(page), `${path} at ${width} px`).toEqual([])
          expect(await brokenDates(page), `${path} at ${width} px`).toEqual([])
        }
      }
    })
}

for (const path of rowPaths)
  test(`a row of a list is accessible on ${path}`, async ({ page, service }) => {
    await page.setViewportSize({ width: 390, height: 900 })
    await enterDemo(page, service, 'zh')
    await page.goto(await demoAddress(service, path))
    await waitForApp(page)
    await expect(page.locator('.skeleton')).toHaveCount(0)
    await expect(alertsOn(page)).toHaveCount(0)
    for (const theme of ['day', 'night'] as const) {
      await setTheme(page, theme)
      expect(await findProblems(page), theme).toEqual([])
    }
  })

test('shows every digit of a typed amount on a phone', async ({ page, service }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await enterDemo(page, service)
  await page.goto('/user/earnings/withdrawals')
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Set a payment password' }).click()
  await dialog.getByLabel('New payment password').fill('481516')
  await dialog.getByLabel('Repeat password').fill('481516')
  await proveByCode(page, service)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('status').getByText('Payment password set')).toBeVisible()
  await expect(dialog.getByLabel('Amount', { exact: true })).toBeFocused()
  await dialog.getByLabel('Coin').selectOption('NODEPAY')
  // NODEPAY has 18 decimals.
  await dialog.getByLabel('Amount', { exact: true }).fill('123456.123456789012345678')
  await expect(dialog.getByLabel('You receive')).toHaveValue(/^123454\.\d{18}$/)
  await expect.poll(() => cutOff(page, 'dialog[open] input')).toEqual([])
})

test('has room for the longest names on a phone', async ({ page, service }) => {
  await nameAtLength(service)
  await page.setViewportSize({ width: 360, height: 800 })
  await enterDemo(page, service)
  for (const path of ['/user/overview-main/machine', '/user/earnings/pc-earnings', '/user/earning-detail?coin=ALEO']) {
    await page.goto(path)
    await waitForApp(page)
    await expect(page.locator('.skeleton')).toHaveCount(0)
    await expect(page.getByRole('main').getByText('WWWW').locator('visible=true').first()).toBeVisible()
    if (path.endsWith('machine')) await page.getByRole('main').getByRole('button', { expanded: false }).first().click()
    await expect.poll(() => cutOff(page), path).toEqual([])
  }
})
