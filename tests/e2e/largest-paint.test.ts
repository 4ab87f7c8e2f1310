import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { latePaint, watchPaints } from './paints.ts'
import { firstOfTemplates, inParts, inTurn, isWhole } from './parts.ts'
import { expect, moving, test } from './world.ts'

/**
 * The largest content that Chromium reports as painted has to be in the page's HTML: then it is shown without a script,
 * a style sheet or an answer of the service, however slow they are. No clock is read.
 */
test.use(moving)

const dist = join(import.meta.dirname, '../../dist')
const widths = [
  { width: 412, height: 823 },
  { width: 1350, height: 940 },
] as const

const isWithCanonical = (file: string) => readFileSync(join(dist, file), 'utf8').includes('rel="canonical"')
const paths = globSync('**/index.html', { cwd: dist })
  .filter(isWithCanonical)
  .map((file) => `/${file.replace(/index\.html$/, '')}`)
  .sort()
const forms = paths.filter((path) => /\/(?:login|register|password)\/$/.test(path))

test('finds the public pages and the forms', () => {
  expect(paths.length).toBeGreaterThan(80)
  expect(forms).toHaveLength(6)
})

for (const [turn, size] of widths.entries()) {
  const visited = isWhole ? paths : inTurn(firstOfTemplates(paths), turn === 0 ? 0 : 1)
  const pages = [...new Set([...forms, ...visited])]
  for (const { name, part } of inParts(pages, 16))
    test(`the largest paint of public pages ${name} is in their HTML at ${size.width} px`, async ({ page }) => {
      await page.setViewportSize(size)
      await watchPaints(page)
      const late: string[] = []
      for (const path of part) {
        await page.goto(path, { waitUntil: 'networkidle' })
        const what = await latePaint(page, path)
        if (what) late.push(what)
      }
      expect(late).toEqual([])
    })
}
