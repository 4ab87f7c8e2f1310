import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import type { WindowState } from '#service/programs/miner/window/window-state.ts'
import { HOME_NETWORK } from '../_world/chromium.ts'
import { createDesktop } from '../_world/desktop.ts'
import { findProblems } from './lenses/axe.ts'
import { checkLooks, newCode, openedBy, startWindow } from './miner-windows.ts'
import { expect, test } from './world.ts'

const sentence = (page: Page) => page.locator('#sentence-text')

async function changeScheduleByKeyboard(page: Page): Promise<void> {
  await page.getByLabel('Only at some hours of the week').check()
  await page.getByRole('gridcell', { name: 'Monday, 00:00 to 01:00' }).focus()
  for (const key of ['ArrowDown', 'End', 'ArrowLeft', 'Space']) await page.keyboard.press(key)
  const hour = page.getByRole('gridcell', { name: 'Tuesday, 22:00 to 23:00' })
  await expect(hour).toBeFocused()
  await expect(hour).toHaveAttribute('aria-selected', 'false')
  await expect(page.getByText('69 of 168 hours')).toBeVisible()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.reload()
  await expect(hour).toHaveAttribute('aria-selected', 'false')
  // Otherwise the rest of the test would depend on the hour.
  await page.getByRole('button', { name: 'All hours' }).click()
}

/** Shows the page a state whose estimate is another. */
async function pretend(page: Page, change: (today: WindowState['today']) => object): Promise<void> {
  await page.route('**/state', async (route) => {
    const response = await route.fetch()
    const state: WindowState = await response.json()
    await route.fulfill({ response, json: { ...state, today: change(state.today) } })
  })
}

async function checkToday(page: Page): Promise<void> {
  const panel = page.getByRole('region', { name: 'Today, estimated' })
  const row = panel.getByRole('row', { name: 'ALEO' })
  await expect(panel).toContainText(/UTC day \d{4}-\d\d-\d\d, which ends .*\d\d:\d\d your time\./)
  await expect(row.getByRole('cell')).toHaveText([/^[\d,]+\.\d{4}$/, /^[\d,]+\.\d{4}$/])
  await expect(panel).toContainText(/As of .*at the operator's rates of \d{4}-\d\d-\d\d\./)
  await expect(panel).toContainText(/goes on at [\d.]+ [kM]H\/s/)

  await pretend(page, ({ answer }) => ({
    isFailed: true,
    answer: { ...answer, hashrate: 0, coins: [{ currencyCode: 'ALEO', soFar: null, wholeDay: null }] },
  }))
  await expect(row.getByRole('cell')).toHaveText(['no rate set', 'no rate set'])
  await expect(panel).toContainText('The service does not answer now.')
  await expect(panel).toContainText('so "Whole day" adds nothing')
  await page.unrouteAll({ behavior: 'wait' })
  await pretend(page, () => ({ isFailed: true }))
  await expect(panel).toContainText("The service did not answer, so today's earnings are unknown here.")
  await expect(panel.getByRole('table')).toBeHidden()
  await page.unrouteAll({ behavior: 'wait' })
  await expect(row).toBeVisible()
}

async function checkLog(page: Page): Promise<void> {
  const log = page.getByRole('log')
  await page.locator('#log-heading').click()
  await expect(log).toHaveText(/Z {2}bound {2}Bound as "Desk PC"\./)
  await expect(log).toHaveText(/Z {2}paused {2}Paused by you until .*\d\d:\d\d\.\n.*Z {2}resumed {2}Mining again\./)
  await page.getByRole('button', { name: '中文' }).click()
  await expect(log).toHaveText(/Z {2}paused {2}您已暂停，至 .*\d\d:\d\d。\n.*Z {2}resumed {2}继续挖矿。/)
  await page.getByRole('button', { name: 'English' }).click()
}

/** Replies of the window to a page of another origin that knows its path. */
async function attack(page: Page, address: string): Promise<unknown[]> {
  const site = createServer((_, response) => response.end('<!doctype html><title>Another site</title>'))
  await once(site.listen(0, '127.0.0.1'), 'listening')
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
  const replies = await page.evaluate(async (window) => {
    const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
    const plain = { method: 'POST', mode: 'no-cors', body: '{}' } as const
    const tries = [fetch(`${window}state`), fetch(`${window}stop`, json), fetch(`${window}stop`, plain)]
    const settled = await Promise.allSettled(tries)
    return settled.map((one) => (one.status === 'rejected' ? 'rejected' : one.value.type))
  }, address)
  site.close()
  const rebound = await page.goto(address.replace('127.0.0.1', HOME_NETWORK))
  return [...replies, rebound?.status(), await rebound?.text()]
}

test('leads from a code to a mining device that its user changes and stops', async ({
  page,
  service,
  email,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource|CORS|Cross-Origin-Opener-Policy/)
  const desktop = createDesktop()
  const miner = startWindow(desktop, service)
  try {
    await page.goto(await openedBy(desktop, 1))
    await expect(sentence(page)).toHaveText('This PC is not bound yet.')
    await expect(page.getByLabel('Code')).toBeFocused()
    await page.keyboard.type('ABC')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').first()).toContainText('8 letters and digits')
    expect(await findProblems(page)).toEqual([])
    await page.getByLabel('Code').fill(await newCode(service, email))
    await page.keyboard.press('Enter')
    await expect(sentence(page)).toHaveText(/^This PC is mining \w+\.$/)
    await expect(page.locator('#accepted')).toHaveText(/[1-9]/)

    await checkToday(page)
    await page.getByRole('button', { name: '10 min' }).click()
    await expect(sentence(page)).toHaveText(/^Paused by you until .*\d\d:\d\d\.$/)
    await page.getByRole('button', { name: 'Go on' }).click()
    await expect(sentence(page)).toHaveText(/^This PC is mining/)

    await checkLog(page)
    await page.getByLabel('Share of their time').focus()
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByText('95%')).toBeVisible()
    await changeScheduleByKeyboard(page)
    await checkLooks(page)

    const secondEnd = once(startWindow(desktop, service), 'exit')
    const other = await page.context().newPage()
    await other.goto(await openedBy(desktop, 2))
    expect(other.url()).toBe(page.url())
    expect((await secondEnd)[0]).toBe(0)
    expect(await attack(other, page.url())).toEqual(['rejected', 'rejected', 'rejected', 404, ''])

    await page.getByRole('button', { name: 'Stop the miner' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stop the miner' }).click()
    await expect(sentence(page)).toHaveText('The miner has stopped. You can close this page.')
    expect(miner.exitCode ?? (await once(miner, 'exit'))[0]).toBe(0)
  } finally {
    miner.kill()
    desktop.remove()
  }
})
