import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './world.ts'

const dist = join(import.meta.dirname, '../../dist')
/** The pages with an address in each language. */
const paths = globSync('**/index.html', { cwd: dist })
  .filter((file) => readFileSync(join(dist, file), 'utf8').includes('rel="canonical"'))
  .map((file) => `/${file.replace(/index\.html$/, '')}`)
  .sort()

interface Source {
  node?: Node
  previousRect: DOMRect
  currentRect: DOMRect
}

/** Adds up the layout shifts of each document, and makes each visit a first one. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    localStorage.clear()
    const shifts: { value: number; of: string }[] = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as unknown as { value: number; sources: Source[] }
        const of = sources.map(({ node, previousRect: from, currentRect: to }) => {
          const text = node?.textContent?.trim().slice(0, 40)
          return `${node?.nodeName} "${text}" from ${[from.x, from.y, from.height]} to ${[to.x, to.y, to.height]}`
        })
        shifts.push({ value, of: of.join(' | ') })
      }
    }).observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, { shifts })
  })
}

/** What moved by the time the font has come, all of the page is laid out, and it has been painted so. */
async function shiftsOf(page: Page, path: string): Promise<{ value: number; of: string }[]> {
  await page.goto(path)
  await page.waitForFunction(() => localStorage.getItem('font') === '1')
  return await page.evaluate(async () => {
    await document.fonts.load('1em "Idleforge Sans"')
    for (const one of document.getAnimations())
      if (one instanceof CSSAnimation && one.animationName === 'lay-out') one.finish()
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return (window as unknown as { shifts: { value: number; of: string }[] }).shifts
  })
}

const isStill = (shifts: readonly { value: number }[]) => shifts.reduce((total, { value }) => total + value, 0) <= 0.001

for (const width of [360, 412, 1440]) {
  test(`nothing moves on a first visit to any public page at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: width < 500 ? 800 : 900 })
    await watch(page)
    const moved: string[] = []
    for (const path of paths) {
      // A busy machine may paint a page half read; what the page itself moves, it moves each time.
      if (isStill(await shiftsOf(page, path))) continue
      const again = await shiftsOf(page, path)
      if (!isStill(again)) moved.push(`${path}: ${again.map(({ value, of }) => `${value} ${of}`).join('; ')}`)
    }
    expect(paths.length).toBeGreaterThan(80)
    expect(moved).toEqual([])
  })
}

for (const width of [390, 1440])
  test(`a place in a page is found at once and stays, and the rest is laid out by itself, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const later = page.locator('main > section + section, main ~ footer')
    const visible = () =>
      later.evaluateAll((all) => all.filter((one) => getComputedStyle(one).contentVisibility === 'visible').length)
    await page.goto('/zh/#compare')
    /** How far it is from where a place comes to stand, below the header. */
    const off = () =>
      page.locator('#compare').evaluate((one) => {
        const stand = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop)
        return Math.abs(Math.round(one.getBoundingClientRect().top - stand))
      })
    await expect.poll(off).toBe(0)
    await expect.poll(visible).toBe(await later.count())
    expect(await off()).toBe(0)
    // Nobody has asked for a place, and nobody scrolls.
    await page.goto('/')
    expect(await later.count()).toBeGreaterThan(5)
    await expect.poll(visible).toBe(await later.count())
  })

test.describe('on a system without the fallback', () => {
  test.use({ bypassCSP: true })

  test('a page takes no late font where nothing takes the same room', async ({ page, service }) => {
    await page.route('**/pc/', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.text()).replaceAll(/local\([^)]*\)/g, 'local("No such face")')
      await route.fulfill({ response: answer, body })
    })
    await page.goto('/pc/')
    await expect.poll(() => page.evaluate(() => localStorage.font)).toBe('1')
    await expect(page.locator('html')).not.toHaveAttribute('data-font', '2')
    await page.goto(`${service.origin}/privacy/`)
    await expect(page.locator('html')).toHaveAttribute('data-font', '1')
  })
})
