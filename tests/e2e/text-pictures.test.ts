import type { Page } from '@playwright/test'
import { watchShifts, whatMoved } from './shifts.ts'
import { expect, test } from './world.ts'

/** A real text with three pictures, each for day and night. */
const PATH = '/docs/getting-started/'
const PICTURES = 3
/** The pictures of a page as a phone and a desktop load them, in bytes. */
const MAX_BYTES = { 390: 50_000, 1440: 30_000 }

const reads = [
  { path: PATH, width: 390, height: 844, pixels: 2, colorScheme: 'light' },
  { path: `/zh${PATH}`, width: 1440, height: 900, pixels: 1, colorScheme: 'dark' },
] as const

/** Bytes of each picture that arrives, by its address. */
function countPictures(page: Page): Map<string, number> {
  const bytes = new Map<string, number>()
  page.on('requestfinished', async (request) => {
    if (request.resourceType() !== 'image' || !request.url().includes('/_astro/')) return
    bytes.set(new URL(request.url()).pathname, (await request.sizes()).responseBodySize)
  })
  return bytes
}

/** The element of the largest paint so far, and whether the page's answer has its words before any script. */
const largestPaint = (page: Page) =>
  page.evaluate(async () => {
    const element = await new Promise<Element | undefined>((resolve) => {
      new PerformanceObserver((list) => {
        resolve((list.getEntries().at(-1) as PerformanceEntry & { element?: Element }).element)
      }).observe({ type: 'largest-contentful-paint', buffered: true })
    })
    const answer = new DOMParser().parseFromString(await (await fetch(location.href)).text(), 'text/html')
    const words = element?.textContent ?? ''
    return { tag: element?.tagName, isStatic: words !== '' && answer.body.textContent.includes(words) }
  })

for (const { path, width, height, pixels, colorScheme } of reads)
  test.describe(`${path} at ${width} pixels`, () => {
    test.use({ viewport: { width, height }, deviceScaleFactor: pixels, colorScheme })

    test('loads its pictures late, one variant of each, and moves nothing', async ({ page }) => {
      const loaded = countPictures(page)
      await watchShifts(page)
      await page.goto(path, { waitUntil: 'load' })
      const { tag, isStatic } = await largestPaint(page)
      expect([tag, isStatic]).toEqual([expect.stringMatching(/^(?:P|H1|UL|OL)$/), true])
      const shown = page.locator('.picture img:visible')
      await expect(shown).toHaveCount(PICTURES)
      for (const image of await shown.all()) {
        await image.scrollIntoViewIfNeeded()
        await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
        const source = await image.evaluate((one: HTMLImageElement) => one.currentSrc)
        expect(source).toMatch(/\.webp$/)
        // The variant of the theme, and not the other one.
        expect(/\.dark\./.test(source)).toBe(colorScheme === 'dark')
        await expect.poll(() => loaded.has(new URL(source).pathname)).toBe(true)
      }
      expect(await whatMoved(page)).toBeUndefined()
      expect([...loaded]).toHaveLength(PICTURES)
      const total = [...loaded.values()].reduce((sum, bytes) => sum + bytes, 0)
      expect(total).toBeLessThanOrEqual(MAX_BYTES[width])
    })
  })
