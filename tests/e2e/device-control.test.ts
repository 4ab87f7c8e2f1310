import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { agentReport } from '#lib/contract/agent.ts'
import type { RequestOf } from '#lib/contract/endpoint.ts'
import type { MinerSettings } from '#lib/contract/miner-settings.ts'
import { defaultMinerSettings } from '#lib/rules/miner-settings.ts'
import { createLink } from '#service/programs/miner/link.ts'
import { bindDevices } from './bind-devices.ts'
import { findProblems } from './lenses/axe.ts'
import { expect, type Service, signUp, test } from './world.ts'

const DEVICES = '/user/overview-main/machine'

const settings: MinerSettings = { ...defaultMinerSettings, threads: 4 }

type Report = Partial<RequestOf<typeof agentReport>>

/** A device that the test plays by the miner's own calls. */
function play(service: Service, token: string) {
  const link = createLink(service.origin, () => token)
  let sequence = 0
  return (parts: Report = {}) => {
    sequence += 1
    return link.report({ sequence, shares: [], state: 'mining', gpuCount: 0, version: '1.2.0', ...parts })
  }
}

/** Signs up a user with devices of these names, none of which has reported. */
async function openDevices(page: Page, service: Service, names: string[]) {
  await signUp(page, service, `control-${randomUUID().slice(0, 8)}@example.org`)
  const tokens = await bindDevices(page, service, names)
  return tokens.map((token) => play(service, token))
}

async function openRow(page: Page, name: string) {
  await page.getByRole('button', { name: new RegExp(name) }).click()
  return page.getByRole('region', { name: 'Control' })
}

test('a pause is asked, followed, and ended or taken back', async ({ page, service }) => {
  const [report] = await openDevices(page, service, ['Attic'])
  if (!report) throw new Error('none')
  await report({ settings, sensors: { celsius: 61.4, watts: 84 } })
  await page.goto(DEVICES)
  const panel = await openRow(page, 'Attic')
  await expect(panel.getByText('Mining with 4 threads at 100% load.')).toBeVisible()
  await expect(panel.getByText('61\u00a0°C', { exact: true })).toBeVisible()
  await report({ settings, sensors: { celsius: 85.2, watts: 84 } })
  await expect(panel.getByText('85\u00a0°C, hot (from 85\u00a0°C)')).toBeVisible()
  await panel.getByRole('button', { name: '1\u00a0h' }).click()
  const asked = panel.getByText(/just now\. The device hasn't responded yet\./)
  await expect(asked).toBeVisible()
  const { wish } = await report({ settings })
  expect(Number(wish?.pauseUntil) * 1000 - service.now()).toBeGreaterThan(3_500_000)
  const until = Number(wish?.pauseUntil)
  await report({ settings, state: 'paused', pause: { reason: 'user', until }, followedWish: wish?.id ?? 0 })
  await expect(asked).toHaveCount(0)
  await expect(panel.getByText(/^You paused it until \d\d:\d\d\.$|^You paused it until \d{4}/)).toBeVisible()
  await expect(
    page
      .getByRole('button', { name: /Attic/ })
      .getByText(/Online · Paused by you until/)
      .filter({ visible: true }),
  ).toBeVisible()
  await panel.getByRole('button', { name: 'Resume' }).click()
  await expect(panel.getByText('Pause: resume')).toBeVisible()
  await panel.getByRole('button', { name: 'Cancel request' }).click()
  await expect(panel.getByText('Pause: resume')).toHaveCount(0)
  expect((await report({ settings, state: 'paused', pause: { reason: 'in-use' } })).wish).toBeUndefined()
  await expect(panel.getByText('Paused because the PC is in use.')).toBeVisible()
})

test('settings and a schedule are changed by the keyboard alone', async ({ page, service }) => {
  const [report] = await openDevices(page, service, ['Attic'])
  if (!report) throw new Error('none')
  await report({ settings })
  await page.goto(DEVICES)
  const panel = await openRow(page, 'Attic')
  await panel.getByRole('button', { name: 'Change settings' }).press('Enter')
  await panel.getByLabel('Threads', { exact: true }).fill('0')
  await panel.getByRole('button', { name: 'Send to device' }).press('Enter')
  await expect(panel.getByText('Enter a whole number from 1 to 256.')).toBeVisible()
  await panel.getByLabel('Threads', { exact: true }).fill('2')
  await panel.getByLabel('Mine only at certain hours').press('Space')
  await panel.getByRole('button', { name: 'None' }).press('Enter')
  await page.keyboard.press('Tab')
  const cell = (name: string) => panel.getByRole('gridcell', { name })
  await expect(cell('Monday 00:00')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await page.keyboard.down('Shift')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expect(cell('Tuesday 02:00')).toBeFocused()
  await expect(panel.getByRole('gridcell', { selected: true })).toHaveCount(4)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.up('Shift')
  await expect(panel.getByRole('gridcell', { selected: true })).toHaveCount(2)
  expect(await findProblems(page)).toEqual([])
  await panel.getByRole('button', { name: 'Send to device' }).press('Enter')
  await expect(panel.getByText('Schedule: 2\u00a0h a week')).toBeVisible()
  await expect(panel.getByText('Threads: 2')).toBeVisible()
  const { wish } = await report({ settings })
  expect(wish?.settings).toMatchObject({ threads: 2, schedule: { hours: `011${'0'.repeat(165)}` } })
  expect(wish?.settings).not.toHaveProperty('throttle')
})

test('a phone shows the whole week, and a tap switches a day', async ({ page, service }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  const [report] = await openDevices(page, service, ['Attic'])
  await report?.({ settings })
  await page.goto(DEVICES)
  const panel = await openRow(page, 'Attic')
  await panel.getByRole('button', { name: 'Change settings' }).click()
  await panel.getByLabel('Mine only at certain hours').check()
  await panel.getByRole('button', { name: 'None' }).click()
  await panel.getByRole('columnheader', { name: 'Sun' }).getByText('Sun').click()
  await expect(panel.getByRole('gridcell', { selected: true })).toHaveCount(24)
  const box = await panel.getByRole('gridcell', { name: 'Sunday 23:00' }).boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(24)
  expect(box?.width).toBeGreaterThanOrEqual(24)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})

test('several devices are paused at once, and old miners are named', async ({ page, service }) => {
  const [attic, cellar, old] = await openDevices(page, service, ['Attic', 'Cellar', 'Old box'])
  if (!attic || !cellar || !old) throw new Error('none')
  await attic({ settings })
  await cellar({ settings })
  await old({ version: '1.0.0' })
  await page.goto(DEVICES)
  const panel = await openRow(page, 'Old box')
  await expect(panel.getByText("This device's miner can't be controlled from here.")).toBeVisible()
  await expect(panel.getByRole('link', { name: 'Get the current miner' })).toHaveAttribute('href', '/download')
  await page.getByRole('button', { name: 'Control several' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('2 of 2 selected')).toBeVisible()
  await expect(dialog.getByText("1 device isn't listed")).toBeVisible()
  await dialog.getByRole('button', { name: '10\u00a0min' }).click()
  await expect(page.getByText('Sent to 2 devices')).toBeVisible()
  await dialog.getByLabel('Cellar').uncheck()
  await dialog.getByLabel('Load').selectOption('25%')
  await dialog.getByRole('button', { name: 'Set load' }).click()
  await expect(page.getByText('Sent to 1 device', { exact: true })).toBeVisible()
  const [first, second] = [await attic({ settings }), await cellar({ settings })]
  expect(first.wish).toMatchObject({ settings: { throttle: 25 }, pauseUntil: expect.any(Number) })
  expect(second.wish).toEqual({ id: 1, pauseUntil: first.wish?.pauseUntil })
  expect((await old({ version: '1.0.0' })).wish).toBeUndefined()
})
