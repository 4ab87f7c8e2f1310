import type { CDPSession, Page } from '@playwright/test'
import { cutOff } from './cut-off.ts'

/** Twice the size of letters that a browser has by default. */
const LARGE_PX = 32
const NORMAL_PX = 16

const setFontSize = (session: CDPSession, standard: number) =>
  session.send('Page.setFontSizes', { fontSizes: { standard } })

/** Enlarges the letters of every page from now on: by the browser's own setting, and by a user style sheet. */
export const enlargers = {
  setting: async (page: Page) => setFontSize(await page.context().newCDPSession(page), LARGE_PX),
  sheet: (page: Page) =>
    page.addInitScript(() => {
      const enlarge = () => document.documentElement?.style.setProperty('font-size', '200%')
      new MutationObserver(enlarge).observe(document, { childList: true })
      enlarge()
    }),
} as const

/** The same for the loaded page. */
const resizers = {
  setting: setFontSize,
  sheet: (_: CDPSession, size: number, page: Page) =>
    page.evaluate((percent) => document.documentElement.style.setProperty('font-size', percent), `${size / 0.16}%`),
}

/** Runs a check while the letters of the loaded page are twice as large; the next page has them as before. */
export async function enlarged(
  page: Page,
  enlarger: keyof typeof enlargers,
  check: () => Promise<unknown>,
): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await resizers[enlarger](session, LARGE_PX, page)
  await page.waitForFunction((px) => getComputedStyle(document.documentElement).fontSize === `${px}px`, LARGE_PX)
  await check()
  await resizers[enlarger](session, NORMAL_PX, page)
  await session.detach()
}

/** Text that is too small to read, or cut off; input scrolls in its field. */
export async function textProblems(page: Page): Promise<string[]> {
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('.fit')]
      .filter((figure) => {
        const size = (element: Element | null) => Number.parseFloat(getComputedStyle(element ?? figure).fontSize)
        return size(figure) < size(figure.parentElement) / 2
      })
      .map(({ textContent }) => `smaller than without: ${textContent}`),
  )
  return [...small, ...(await cutOff(page)).filter((problem) => !problem.startsWith('INPUT'))]
}
