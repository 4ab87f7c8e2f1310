import type { Page, Route } from '@playwright/test'
import { bindDevices, bindWithShownCode } from './bind-devices.ts'
import { expect, type Service, signUp, test } from './world.ts'

/** Signs up a user with devices of these names, and shows them. */
async function openDevices(of: { page: Page; service: Service; email: string }, names: string[]): Promise<void> {
  const { page, service, email } = of
  await signUp(page, service, email)
  await bindDevices(page, service, names)
  await page.goto('/user/overview-main/machine')
}

const namesTo = (count: number) => Array.from({ length: count }, (_, index) => `PC ${index + 1}`)

test('H6c an unbinding without an answer claims nothing, and the list shows its outcome', async ({
  page,
  service,
  email,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/)
  await openDevices({ page, service, email }, ['Studio tower', 'Old laptop'])
  await page.route('**/api/machine/unbind', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: /Studio tower/ }).click()
  await page.getByRole('button', { name: 'Unbind' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unbind' }).click()
  // An event makes an open row poll too, and its device may be missing by then.
  await expect(page.getByRole('alert').filter({ hasText: /No response/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /Studio tower/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Old laptop/ })).toBeVisible()
  await page.getByLabel('Find by name or ID').fill('tower')
  await expect(page.getByText('No matching device')).toBeVisible()
  await page.getByLabel('Find by name or ID').fill('LAP')
  await page.getByLabel('Sort by').selectOption('Hash rate')
  await page.getByRole('button', { name: /Old laptop/ }).click()
  await expect(page.getByRole('img', { name: 'Hash rate over the last 24 hours, by hour' })).toBeVisible()
  await page.getByRole('button', { name: '7 days' }).click()
  await expect(page.getByRole('img', { name: 'Hash rate over the last 7 days, in 4-hour steps' })).toBeVisible()
})

test('goes to the last page when the shown page has become empty', async ({ page, service, email }) => {
  // A narrow screen shows eight a page.
  await page.setViewportSize({ width: 700, height: 900 })
  await openDevices({ page, service, email }, namesTo(9))
  await page.getByRole('button', { name: 'Next page' }).click()
  const last = page.getByRole('main').getByRole('listitem').getByRole('button', { expanded: false })
  await expect(last).toHaveCount(1)
  await last.click()
  await page.getByRole('button', { name: 'Unbind' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unbind' }).click()
  await expect(last).toHaveCount(8)
})

test('turns its pages with the focus on their numbers', async ({ page, service, email }) => {
  await page.setViewportSize({ width: 700, height: 900 })
  await openDevices({ page, service, email }, namesTo(17))
  const previous = page.getByRole('button', { name: 'Previous page' })
  const next = page.getByRole('button', { name: 'Next page' })
  const rows = page.getByRole('list', { name: 'Devices' }).getByRole('listitem')
  const shown = page.getByRole('navigation').getByText(/Page . of 3/)
  await next.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(shown).toHaveText('Page 3 of 3')
  await expect(rows).toHaveCount(1)
  await expect(next).toBeFocused()
  await expect(next).toBeDisabled()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+Tab')
  await expect(previous).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(shown).toHaveText('Page 2 of 3')
  await expect(rows).toHaveCount(8)
})

test('shows once that a device has bound, not at every return to the overview', async ({ page, service, email }) => {
  await signUp(page, service, email)
  await page.getByRole('button', { name: 'Generate code' }).click()
  await bindWithShownCode(page, service, 'Attic')
  const news = page.getByText('Attic is bound')
  await expect(news.first()).toBeVisible()
  await expect(news).toHaveCount(0)
  await page.getByRole('link', { name: 'Devices' }).first().click()
  await expect(page).toHaveTitle('Devices · Idleforge')
  await page.getByRole('link', { name: 'Overview' }).first().click()
  await expect(page.getByRole('button', { name: /Attic/ })).toBeVisible()
  expect(await news.count()).toBe(0)
})

test('keeps the focus on the code while its buttons change, and announces the code', async ({
  page,
  service,
  email,
}) => {
  await signUp(page, service, email)
  await page.getByRole('button', { name: 'Generate code' }).focus()
  await page.keyboard.press('Enter')
  const group = page.getByRole('region', { name: 'Type this code into the Miner app' })
  await expect(group).toBeFocused()
  await page.goto('/user/overview-main/machine')
  await page.getByRole('button', { name: 'Add device' }).click()
  await expect(group.getByRole('status')).toHaveText(/The code is (\w ){7}\w\./)
  await group.getByRole('button', { name: 'Refresh' }).focus()
  const before = await group.getByRole('status').textContent()
  await page.keyboard.press('Enter')
  await expect(group.getByRole('status')).not.toHaveText(before ?? '')
  await expect(group).toBeFocused()
  await group.getByRole('button', { name: 'Refresh' }).focus()
  await bindWithShownCode(page, service, 'Attic')
  await expect(group.getByRole('status')).toContainText('Attic is bound')
  await expect(group).toBeFocused()
})

test('moves the focus to the row that was collapsed, and to the page when its row is gone', async ({
  page,
  service,
  email,
}) => {
  await openDevices({ page, service, email }, ['Attic'])
  const row = page.getByRole('button', { name: /Attic/ })
  await row.click()
  await page.getByRole('button', { name: 'Pack up' }).focus()
  await page.keyboard.press('Enter')
  await expect(row).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Unbind' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unbind' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('No devices yet')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
})

test('moves the focus to the page too when the devices are reloaded while one is unbound', async ({
  page,
  service,
  email,
}) => {
  await openDevices({ page, service, email }, ['Attic'])
  await page.getByRole('button', { name: /Attic/ }).click()
  await page.getByRole('button', { name: 'Unbind' }).click()
  const polls: Route[] = []
  let isHeld = true
  await page.route('**/api/machine/getMachineList', (route) => (isHeld ? void polls.push(route) : route.continue()))
  const answer = async (route: Route | undefined) => {
    await route?.continue()
    await (await route?.request().response())?.finished()
  }
  await page.getByRole('dialog').getByRole('button', { name: 'Unbind' }).click()
  await expect.poll(() => polls.length).toBeGreaterThan(0)
  const [first] = polls
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect.poll(() => polls.length).toBeGreaterThan(1)
  await answer(first)
  isHeld = false
  for (const later of polls.slice(1)) await answer(later)
  await expect(page.getByText('No devices yet')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
})

/** The next load of the list no longer contains this device. */
async function takeOff(page: Page, removed: string): Promise<void> {
  await page.route('**/api/machine/getMachineList', async (route) => {
    const response = await route.fetch()
    const { data, ...envelope } = await response.json()
    const list = data.page.list.filter(({ name }: { name: string }) => name !== removed)
    await route.fulfill({ response, json: { ...envelope, data: { ...data, page: { ...data.page, list } } } })
  })
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.locator('main li button').filter({ hasText: removed })).toHaveCount(0)
}

test('moves the focus to the list when the focused row is gone', async ({ page, service, email }) => {
  await openDevices({ page, service, email }, ['Attic', 'Basement'])
  await page.getByRole('button', { name: /Attic/ }).focus()
  await takeOff(page, 'Attic')
  await expect(page.getByRole('list', { name: 'Devices' })).toBeFocused()
  await page.unrouteAll({ behavior: 'wait' })
})

test('keeps the input when its device leaves the list, and saves it', async ({ page, service, email }) => {
  await openDevices({ page, service, email }, ['Attic', 'Basement'])
  await page.getByRole('button', { name: /Attic/ }).click()
  await page.getByRole('button', { name: 'Rename' }).click()
  const name = page.getByRole('dialog').getByRole('textbox')
  await name.fill('Under the roof')
  await takeOff(page, 'Attic')
  await expect(name).toHaveValue('Under the roof')
  await expect(name).toBeFocused()
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: /Under the roof/ })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Devices' })).toBeFocused()
})

test('shows every uptime of a device, on a phone too', async ({ page, service, email }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openDevices({ page, service, email }, ['Attic'])
  await page.getByRole('button', { name: /Attic/ }).click()
  for (const name of ['Current uptime', 'Uptime yesterday', 'Total uptime'])
    await expect(page.getByRole('term').filter({ hasText: name })).toBeVisible()
})

test('a dialog is painted first and modal after that, and leaves no trace when closed in between', async ({
  page,
  service,
  email,
}) => {
  await signUp(page, service, email, { to: '/user/overview-main/machine' })
  const add = page.getByRole('button', { name: 'Add device' })
  await expect(add).toBeVisible()
  /** State at the moment of the click, before any frame; closes the dialog in it if requested. */
  const click = (close: boolean) =>
    add.evaluate(async (button: HTMLElement, isClosed) => {
      button.focus()
      button.click()
      await Promise.resolve()
      const dialog = document.querySelector('dialog[open]')
      const { width, height } = dialog?.getBoundingClientRect() ?? {}
      const seen = {
        fills: width === innerWidth && height === innerHeight && dialog?.checkVisibility({ visibilityProperty: true }),
        isModal: dialog?.matches(':modal'),
      }
      if (isClosed) dialog?.querySelector<HTMLElement>('[aria-label=Close]')?.click()
      return seen
    }, close)
  const dialog = page.locator('dialog[open]')
  expect(await click(true)).toEqual({ fills: true, isModal: false })
  await expect(dialog).toHaveCount(0)
  await expect(add).toBeFocused()
  expect(await click(false)).toEqual({ fills: true, isModal: false })
  await expect(page.locator('dialog:modal :focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(add).toBeFocused()
})
