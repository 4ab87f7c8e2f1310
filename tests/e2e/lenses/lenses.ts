import type { Page } from '@playwright/test'
import { isWhole } from '../parts.ts'
import { expect } from '../world.ts'
import { findProblems, setTheme } from './axe.ts'
import { withoutRule } from './classes.ts'
import { brokenDates, cutOff } from './cut-off.ts'
import { enlarged, type enlargers, textProblems } from './letters.ts'

/** Checks that the short walks make on one load of a page, and the long ones each on a load of its own. */

/** A window's width in CSS pixels, and a theme. */
export interface Look {
  readonly width: number
  readonly theme: 'day' | 'night'
}

/** Narrower windows count as phones, like every screen under a finger (src/styles/tailwind.css). */
const PHONE_WIDTH = 640

const allLooks: readonly Look[] = [390, 1440].flatMap((width) => [
  { width, theme: 'day' as const },
  { width, theme: 'night' as const },
])

/** A phone by day and a desktop by night; in the long run both by both. */
export const LOOKS = isWhole ? allLooks : allLooks.filter(({ width, theme }) => (width === 390) === (theme === 'day'))

export const alertsIn = (page: Page) => page.getByRole('main').getByRole('alert').filter({ hasText: /\S/ })

export async function setWidth(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  // A change of width is drawn after the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  // A list loads other parts on a desktop than on a phone.
  await expect(page.locator('.skeleton')).toHaveCount(0)
}

/** A screen that failed to load would pass every other lens. */
export async function expectScreen(page: Page, path: string): Promise<void> {
  await expect(page.locator('.skeleton'), path).toHaveCount(0)
  await expect(alertsIn(page), path).toHaveCount(0)
  expect(await withoutRule(page), path).toEqual([])
}

/** Nothing is cut off, no date is broken and the page does not scroll sideways. */
export async function expectRoom(page: Page, at: string): Promise<void> {
  await expect.poll(() => cutOff(page), at).toEqual([])
  expect(await brokenDates(page), at).toEqual([])
}

export async function expectAccessible(page: Page, path: string, { width, theme }: Look): Promise<void> {
  await setTheme(page, theme)
  // A list is paler until its parts have loaded.
  await expect.poll(() => findProblems(page), `${path} at ${width} by ${theme}`).toEqual([])
}

/** Fields on which iOS zooms in: their letters are under 16 px. Those that fit a long figure begin larger. */
const smallFields = (page: Page) =>
  page
    .locator('input:not(.fit), select, textarea')
    .evaluateAll((fields) =>
      fields
        .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
        .map(({ outerHTML }) => outerHTML),
    )

/** Text that is twice as large stays readable. */
export const expectReadable = (page: Page, at: string) => expect.poll(() => textProblems(page), at).toEqual([])

/** Checks that depend on the width, at each of these. */
export async function expectAtWidths(page: Page, path: string, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    await setWidth(page, width)
    await expectRoom(page, `${path} at ${width} px`)
    if (width < PHONE_WIDTH) expect(await smallFields(page), `${path} at ${width} px`).toEqual([])
    for (const look of LOOKS.filter((one) => one.width === width)) await expectAccessible(page, path, look)
  }
}

/** The last check of a page: the letters are small again on the next one. */
export const expectLargeLetters = (page: Page, path: string, enlarger: keyof typeof enlargers): Promise<void> =>
  enlarged(page, enlarger, async () => {
    for (const width of new Set(LOOKS.map((look) => look.width))) {
      await setWidth(page, width)
      await expectReadable(page, `${path} at ${width} px, letters twice as large`)
    }
  })
