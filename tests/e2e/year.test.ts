import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { people } from '#service/demo/people.ts'
import { findProblems } from './lenses/axe.ts'
import { enterDemo, expect, OVERVIEW, signUp, test } from './world.ts'

const YEAR = '/user/overview-main/year'

const field = (page: Page) => page.getByRole('slider', { name: /^Hours of / })

declare global {
  interface Window {
    drawn: string[]
  }
}

/** Notes every text that a canvas is given: nothing else can be read in a picture. */
const noteTexts = (page: Page) =>
  page.addInitScript(() => {
    window.drawn = []
    const { fillText } = CanvasRenderingContext2D.prototype
    CanvasRenderingContext2D.prototype.fillText = function note(text, ...place) {
      window.drawn.push(text)
      fillText.call(this, text, ...place)
    }
  })

/** Width and height of a PNG, as its header has them. */
function pngSize(file: string): { width: number; height: number } {
  const bytes = readFileSync(file)
  expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG')
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

async function save(page: Page) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PNG' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^idleforge-.*\.png$/)
  return pngSize(await download.path())
}

test.use({ demo: true, paid: true })

test('a year is read by keyboard, and saved as a picture without amounts', async ({ page, service }) => {
  await noteTexts(page)
  await enterDemo(page, service)
  await page.goto(OVERVIEW)
  await page.getByRole('link', { name: 'Year in ember' }).click()
  await expect(page).toHaveURL(YEAR)
  await expect(field(page)).toHaveAttribute('aria-valuetext', /: \d of 7$/)
  const table = page.getByRole('table', { name: 'Month by month' })
  await expect(table.getByRole('row')).toHaveCount(13)

  const reading = async () => (await field(page).getAttribute('aria-valuetext')) ?? ''
  await field(page).focus()
  const last = await reading()
  await page.keyboard.press('ArrowLeft')
  const before = await reading()
  expect(before).not.toBe(last)
  await page.keyboard.press('ArrowRight')
  expect(await reading()).toBe(last)
  await page.keyboard.press('Home')
  expect(await reading()).toMatch(/^\w+, 1 \w+ \d{4}, 00:00: /)

  // The overview has charts of its own.
  await page.evaluate(() => window.drawn.splice(0))
  expect(await save(page)).toEqual({ width: 1600, height: 900 })
  await page.getByRole('button', { name: 'Tall' }).click()
  expect(await save(page)).toEqual({ width: 1080, height: 1350 })

  const texts = (await page.evaluate(() => window.drawn)).map((text) => text.replace(/[\u2066-\u2069]/g, ''))
  expect(texts).toContain('A year in ember')
  const allowed =
    /^(A year in ember|Idleforge|idleforge\.example|[\d,]+ hours at work|[A-Z][a-z]{2,3}( \d{4})?( to [A-Z][a-z]{2,3} \d{4})?)$/
  expect(texts.filter((text) => !allowed.test(text))).toEqual([])

  await page.getByRole('checkbox', { name: 'Write the number of hours' }).uncheck()
  await page.evaluate(() => window.drawn.splice(0))
  await page.getByRole('button', { name: 'Wide' }).click()
  await expect.poll(() => page.evaluate(() => window.drawn.length)).toBeGreaterThan(0)
  expect((await page.evaluate(() => window.drawn)).filter((text) => /hours/.test(text))).toEqual([])
  // It measures letters on a canvas of its own.
  expect(await findProblems(page)).toEqual([])
})

test('the name of a device is in its picture only as the user chooses', async ({ page, service }) => {
  await noteTexts(page)
  await enterDemo(page, service)
  await page.goto(YEAR)
  const [device] = people[0]?.devices ?? []
  const name = device?.name ?? ''
  await page.getByRole('combobox', { name: 'Devices' }).selectOption(name)
  const choice = page.getByRole('checkbox', { name: 'Write the name of the device' })
  await expect(choice).not.toBeChecked()
  const isWritten = () => page.evaluate((text) => window.drawn.includes(text), name)
  expect(await isWritten()).toBe(false)
  await choice.check()
  await expect.poll(isWritten).toBe(true)
})

test('an earlier year is chosen, and has its own hours', async ({ page, service }) => {
  await enterDemo(page, service)
  await page.goto(YEAR)
  const years = page.getByRole('combobox', { name: 'Time' })
  const year = String(new Date(service.now()).getUTCFullYear() - 1)
  await years.selectOption(year)
  await expect(page.getByRole('heading', { name: year, exact: true })).toBeVisible()
  await expect(page.getByRole('rowheader', { name: `December ${year}` })).toBeVisible()
})

test('an account without an hour has a bare year, and the way to the miner', async ({ page, service, email }) => {
  await signUp(page, service, email)
  await page.goto(YEAR)
  await expect(page.getByText('No hour of work yet')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Get the miner' }).last()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download PNG' })).toHaveCount(0)
  await expect(field(page)).toHaveAttribute('aria-valuetext', /no work|no such hour/)
  expect(await findProblems(page)).toEqual([])
})
