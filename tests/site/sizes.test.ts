import { statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fontBudget, inlineScript, pageBudgets, scriptedPages } from './budgets.ts'
import { brotliBytes, dist, filesMatching, pages } from './dist.ts'

const budgeted = pageBudgets.flatMap(({ name, files, gate }) =>
  files.flatMap((pattern) => filesMatching(pattern).map((file) => ({ name, file, gate }))),
)

test('has a size rule for every page and a page for every rule', () => {
  expect(budgeted.map(({ file }) => file).sort()).toEqual(pages.map(({ file }) => file))
})

test.each(budgeted)('$file stays within $gate bytes with its CSS', ({ file, gate }) => {
  expect(brotliBytes(file)).toBeLessThanOrEqual(gate)
})

test('keeps the font within its size', () => {
  const fonts = fontBudget.files.flatMap(filesMatching)
  expect(fonts).toHaveLength(1)
  for (const font of fonts) expect(statSync(join(dist, font)).size).toBeLessThanOrEqual(fontBudget.gate)
})

describe.each(pages.filter(({ file }) => !scriptedPages.includes(file)))('$file', ({ document }) => {
  const scripts = [...document.querySelectorAll('script')]

  test('loads no script and no style sheet', () => {
    expect(scripts.filter((script) => script.hasAttribute('src'))).toEqual([])
    expect(document.querySelectorAll('link[rel=stylesheet], link[rel=modulepreload], astro-island')).toHaveLength(0)
  })

  test('has little inline script', () => {
    const bytes = scripts.reduce((sum, script) => sum + Buffer.byteLength(script.textContent ?? ''), 0)
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThanOrEqual(inlineScript.gate)
  })
})
