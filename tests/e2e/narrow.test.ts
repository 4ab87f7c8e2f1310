import { change, makeFarm } from './demo-account.ts'
import { cutOff } from './lenses/cut-off.ts'
import { expectAtWidths, expectScreen } from './lenses/lenses.ts'
import { inParts, inTurn, isWhole } from './parts.ts'
import { screenPaths } from './screens.ts'
import { stepTo, visit } from './visit.ts'
import { enterDemo, expect, type Service, test, waitForApp } from './world.ts'

/** An account with devices, one of which is online without work, and with settled days: the demo's, which grows rich here. */
test.use({ demo: true, paid: true, own: 'narrow' })
/** One after the other, on one demo. */
test.describe.configure({ mode: 'default' })

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

/** The longest states: a device without work, and one that pauses by itself. */
const words = {
  en: { log: 'Log', state: /no work for|In use/ },
  zh: { log: '日志', state: /无有效份额|使用中/ },
}

const mining = [
  { path: '/user/overview-main/overview', locale: 'en' },
  { path: '/user/overview-main/machine', locale: 'zh' },
  { path: '/user/overview-main/overview', locale: 'zh' },
  { path: '/user/overview-main/machine', locale: 'en' },
] as const

for (const { path, locale } of isWhole ? mining : mining.slice(0, 2))
  test(`cuts nothing off where devices mine, on ${path} in ${locale}`, async ({ page, service }) => {
    await page.setViewportSize({ width: 360, height: 800 })
    await enterDemo(page, service, locale)
    await page.goto(path)
    await waitForApp(page)
    const rows = page.getByRole('main').getByRole('listitem').getByRole('button', { expanded: false })
    await expect(rows.getByText(words[locale].state).locator('visible=true').first()).toBeVisible()
    while ((await rows.count()) > 0) await rows.first().click()
    await expect.poll(() => cutOff(page, 'main li .truncate'), path).toEqual([])
    await page.getByRole('button', { name: words[locale].log, exact: true }).first().click()
    await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
    await expect.poll(() => cutOff(page), `the log on ${path}`).toEqual([])
  })

const screens = [...screenPaths, '/user/earning-detail?coin=ALEO']

for (const locale of ['en', 'zh'] as const)
  for (const { name, part } of inParts(inTurn(screens, locale === 'en' ? 1 : 0), 8))
    test(`cuts nothing off on screens ${name}, in ${locale}`, async ({ page, service }) => {
      await enterDemo(page, service, locale)
      for (const [index, path] of part.entries()) {
        await page.setViewportSize({ width: 360, height: 900 })
        await (index === 0 ? visit : stepTo)(page, service, path)
        await expectScreen(page, path)
        await expectAtWidths(page, path, [360, 1024, 1280])
      }
    })

test('shows every digit of a typed amount on a phone', async ({ page, service }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await enterDemo(page, service)
  await page.goto('/user/earnings/withdrawals')
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  const dialog = page.getByRole('dialog')
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
    await (path.endsWith('machine') ? visit : stepTo)(page, service, path)
    await expect(page.getByRole('main').getByText('WWWW').locator('visible=true').first()).toBeVisible()
    if (path.endsWith('machine')) await page.getByRole('main').getByRole('button', { expanded: false }).first().click()
    await expect.poll(() => cutOff(page), path).toEqual([])
  }
})
