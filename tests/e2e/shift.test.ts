import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { firstOfTemplates, inParts, inTurn, isWhole } from './parts.ts'
import { watchShifts, whatMoved } from './shifts.ts'
import { expect, moving, test } from './world.ts'

test.use(moving)

const dist = join(import.meta.dirname, '../../dist')
/** The pages with an address in each language. */
const paths = globSync('**/index.html', { cwd: dist })
  .filter((file) => readFileSync(join(dist, file), 'utf8').includes('rel="canonical"'))
  .map((file) => `/${file.replace(/index\.html$/, '')}`)
  .sort()
/**
 * `npm run test:long` visits every page at three widths; in each `npm test` one page represents its template, at one of
 * two.
 */
const visited = (width: number) => (isWhole ? paths : inTurn(firstOfTemplates(paths), width === 412 ? 0 : 1))

/**
 * True if a first visit has ended correctly: the font in every part of the page, or, in Chinese and in running text, in
 * none.
 */
function hasSettled(): boolean {
  const takesIt = document.documentElement.lang === 'en' && document.querySelector('[data-text]') === null
  const parts = [...document.querySelectorAll<HTMLElement>('body > :not(main, script), main > :not(script)')]
  return localStorage.getItem('font') === '1' && parts.every((part) => (part.dataset.font === '2') === takesIt)
}

/** Elements that moved after the font has loaded, the whole page is laid out and painted. */
async function movedIn(page: Page, path: string): Promise<string | undefined> {
  await page.goto(path)
  await page.waitForFunction(hasSettled)
  await page.evaluate(async () => {
    await document.fonts.load('1em "Idleforge Sans"')
    for (const one of document.getAnimations())
      if (one instanceof CSSAnimation && one.animationName === 'lay-out') one.finish()
  })
  return await whatMoved(page)
}

test('finds the public pages', () => expect(paths.length).toBeGreaterThan(80))

for (const width of isWhole ? [360, 412, 1440] : [412, 1440])
  for (const { name, part } of inParts(visited(width), 12))
    test(`nothing moves on a first visit to public pages ${name} at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: width < 500 ? 800 : 900 })
      await watchShifts(page)
      // Each visit is a first one, and work that waits for an idle page runs at once.
      await page.addInitScript(() => {
        localStorage.clear()
        const wait = window.setTimeout.bind(window)
        window.setTimeout = ((work: () => void, ms = 0) => wait(work, ms > 1000 ? 0 : ms)) as typeof setTimeout
      })
      const moved: string[] = []
      for (const path of part) {
        // A busy machine may paint a page half read; what the page itself moves, it moves each time.
        const what = (await movedIn(page, path)) && (await movedIn(page, path))
        if (what) moved.push(`${path}: ${what}`)
      }
      expect(moved).toEqual([])
    })

for (const width of [390, 1440])
  test(`a fragment is found at once and stays, and the rest is laid out by itself, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const later = page.locator('main > section + section, main ~ footer')
    const visible = () =>
      later.evaluateAll((all) => all.filter((one) => getComputedStyle(one).contentVisibility === 'visible').length)
    await page.goto('/zh/#compare')
    /** Distance from the final position of a place, below the header. */
    const off = () =>
      page.locator('#compare').evaluate((one) => {
        const stand = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop)
        return Math.abs(Math.round(one.getBoundingClientRect().top - stand))
      })
    await expect.poll(off).toBe(0)
    await expect.poll(visible).toBe(await later.count())
    expect(await off()).toBe(0)
    // No fragment is requested, and no user scrolls.
    await page.goto('/')
    expect(await later.count()).toBeGreaterThan(5)
    await expect.poll(visible).toBe(await later.count())
  })

test.describe('on a system without the fallback', () => {
  test.use({ bypassCSP: true })

  test('a page takes no late font without a fallback of the same size', async ({ page, service }) => {
    await page.route('**/pc/', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.text()).replaceAll(/local\([^)]*\)/g, 'local("No such face")')
      await route.fulfill({ response: answer, body })
    })
    await page.goto('/pc/')
    await expect.poll(() => page.evaluate(() => localStorage.font)).toBe('1')
    await expect(page.locator('[data-font="2"]')).toHaveCount(0)
    await page.goto(`${service.origin}/privacy/`)
    await expect(page.locator('html')).toHaveAttribute('data-font', '1')
  })
})
