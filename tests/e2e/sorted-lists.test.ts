import type { Page } from '@playwright/test'
import { addPoints } from '#world/many-rows.ts'
import { change } from './demo-account.ts'
import { enterDemo, expect, test } from './world.ts'

/** Lists of more rows than a page has: a heading sorts the whole list, not the rows that are loaded. */
test.use({ demo: true, own: 'sorted-lists' })
test.describe.configure({ mode: 'default' })

test.beforeEach(({ page, service }) => enterDemo(page, service))

const heading = (page: Page, name: string) => page.getByRole('columnheader').getByRole('button', { name })
const ordered = (page: Page, name: string) => page.getByRole('columnheader', { name })

/** The cells of a column, by its heading. A chart's table has headings without buttons. */
async function cells(page: Page, name: string): Promise<string[]> {
  const table = page.getByRole('table').filter({ has: page.getByRole('columnheader').getByRole('button') })
  const names = await table.getByRole('columnheader').allInnerTexts()
  const index = names.findIndex((text) => text.includes(name))
  return table.locator(`tbody tr > :nth-child(${index + 1})`).allInnerTexts()
}

const numbers = (texts: readonly string[]) =>
  texts.map((text) => Number(text.replace('\u2212', '-').replaceAll(/[^\d.-]/g, '')))
const isAscending = (values: readonly (string | number)[]) =>
  values.every((value, index) => index === 0 || (values[index - 1] ?? value) <= value)

test('every page of the earnings is in the order of the pressed heading, which the browser keeps', async ({ page }) => {
  await page.goto('/user/earning-detail')
  await expect(page.getByText(/^Page 1 of/)).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText(/^Page 2 of/)).toBeVisible()
  await heading(page, 'Amount').focus()
  await page.keyboard.press('Enter')
  await expect(ordered(page, 'Amount')).toHaveAttribute('aria-sort', 'descending')
  await expect(page.getByText(/^Page 1 of/)).toBeVisible()
  await expect(heading(page, 'Amount')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(ordered(page, 'Amount')).toHaveAttribute('aria-sort', 'ascending')
  await page.reload()
  await expect(ordered(page, 'Amount')).toHaveAttribute('aria-sort', 'ascending')
  const [coins, amounts]: [string[], number[]] = [[], []]
  const pages = Number((await page.getByText(/^Page 1 of/).textContent())?.match(/of (\d+)/)?.[1])
  expect(pages).toBeGreaterThan(2)
  for (let number = 1; number <= pages; number += 1) {
    if (number > 1) await page.getByRole('button', { name: 'Next page' }).click()
    await expect(page.getByText(`Page ${number} of ${pages}`)).toBeVisible()
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
    const shown = await cells(page, 'Amount')
    coins.push(...shown.map((text) => /[A-Z]+$/.exec(text.trim())?.[0] ?? ''))
    amounts.push(...numbers(shown))
  }
  expect(new Set(coins).size).toBeGreaterThan(1)
  expect(isAscending(coins)).toBe(true)
  for (const coin of new Set(coins)) expect(isAscending(amounts.filter((_, index) => coins[index] === coin))).toBe(true)
  // The service has no order by source: only a whole list could have one.
  await expect(heading(page, 'Source')).toHaveCount(0)
})

test('more rows of the points go on in the order of the pressed heading', async ({ page, service }) => {
  await change(service, addPoints)
  await page.goto('/user/user-points')
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(heading(page, 'Points')).toBeVisible()
  await heading(page, 'Points').click()
  await expect(ordered(page, 'Points')).toHaveAttribute('aria-sort', 'descending')
  const more = page.getByRole('button', { name: 'Show more' })
  // While the rows of the new order are on the way, there is no such button.
  await expect(async () => {
    if (await more.isVisible()) await more.click()
    expect((await cells(page, 'Points')).length).toBeGreaterThanOrEqual(47)
  }).toPass()
  const points = numbers(await cells(page, 'Points'))
  expect(isAscending(points.toReversed())).toBe(true)
})
