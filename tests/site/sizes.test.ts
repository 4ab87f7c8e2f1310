import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readManifest } from '../../scripts/lib/manifest.mjs'
import {
  activityBudget,
  fontBudget,
  inlineScript,
  lazyBudget,
  pageBudgets,
  readsBudget,
  screenBudget,
  scriptBudgets,
  scriptedPages,
  searchIndexBudget,
  workerBudget,
} from './budgets.ts'
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

const scripted = scriptBudgets.flatMap(({ name, files, gate }) =>
  files.flatMap((pattern) => filesMatching(pattern).map((file) => ({ name, file, gate }))),
)
const bytesOf = (modules: Iterable<string>) => [...modules].reduce((sum, module) => sum + brotliBytes(module), 0)
const { withImports } = readManifest(dist)
const coreOf = (file: string) => {
  const entries = readFileSync(join(dist, file), 'utf8').matchAll(/(?:component|renderer)-url="\/([^"]+\.js)"/g)
  return new Set([...entries].flatMap(([, entry = '']) => [...withImports(entry)]))
}

test('has a script rule for every page that loads one', () => {
  expect(scripted.map(({ file }) => file).sort()).toEqual([...scriptedPages].sort())
})

test.each(scripted)('$file loads at most $gate bytes of script', ({ file, gate }) => {
  const core = coreOf(file)
  expect(core.size).toBeGreaterThan(2)
  expect(bytesOf(core)).toBeLessThanOrEqual(gate)
  const html = readFileSync(join(dist, file), 'utf8')
  expect([...core].filter((module) => !html.includes(`rel="modulepreload" href="/${module}"`))).toEqual([])
})

test.each(scripted)('$file has its modules but React compiled beside its thread', ({ file }) => {
  const hasHint = (module: string) =>
    readFileSync(join(dist, module), 'utf8').startsWith('//# allFunctionsCalledOnLoad\n')
  const others = [...coreOf(file)].filter((module) => !hasHint(module))
  expect(others).toEqual([expect.stringMatching(/\/client\./)])
})

const screens = screenBudget.files.flatMap(filesMatching)

test.each(screens)('%s has a small chunk of its own', (screen) => {
  const others = screens.filter((one) => one !== screen)
  const shared = new Set([...coreOf('user/index.html'), ...others.flatMap((one) => [...withImports(one)])])
  const own = [...withImports(screen)].filter((module) => !shared.has(module))
  expect(own).toContain(screen)
  expect(bytesOf(own)).toBeLessThanOrEqual(screenBudget.gate)
})

const early = readsBudget.files.map((file) => {
  const html = readFileSync(join(dist, file), 'utf8')
  const [, text = ''] = /id="early">(.*?)<\/script>/.exec(html) ?? []
  const links = [...html.matchAll(/rel="modulepreload" href="\/([^"]+)"/g)].map(([, module = '']) => module)
  // The modules that every screen reads with are among the links of the page.
  const all = links.filter((module) => !coreOf(file).has(module))
  return { all, ...(JSON.parse(text) as { files: string[]; screens: Record<string, (number | string)[]> }) }
})
const starts = early.flatMap(({ all, files, screens }) =>
  Object.entries(screens).map(([path, parts]) => ({
    path,
    modules: all.concat(parts.flatMap((part) => (typeof part === 'number' ? `_astro/${files[part]}.js` : []))),
    texts: parts.filter((part) => typeof part === 'string'),
  })),
)

test.each(starts)('$path starts with little more than the core', ({ path, modules, texts }) => {
  expect(modules.length).toBeGreaterThan(0)
  expect(bytesOf(modules)).toBeLessThanOrEqual(readsBudget.gate)
  if (path === '/user/overview-main/overview') expect(texts).toEqual([])
})

test('keeps the activity worker small', () => {
  const workers = activityBudget.files.flatMap(filesMatching)
  expect(workers).toHaveLength(1)
  expect(bytesOf(workers)).toBeLessThanOrEqual(activityBudget.gate)
})

test('keeps the ticket worker small', () => {
  const workers = workerBudget.files.flatMap(filesMatching)
  expect(workers).toHaveLength(1)
  expect(bytesOf(workers)).toBeLessThanOrEqual(workerBudget.gate)
})

test.each(lazyBudget.files.flatMap(filesMatching))('%s is small and whole', (file) => {
  expect(brotliBytes(file)).toBeLessThanOrEqual(lazyBudget.gate)
  expect(readFileSync(join(dist, file), 'utf8')).not.toMatch(/\b(?:import\s*[("'{*]|from\s*["'])/)
})

test('keeps the search index of each language small', () => {
  const indexes = searchIndexBudget.files.flatMap(filesMatching)
  expect(indexes).toEqual(['search-en.json', 'search-zh.json'])
  for (const index of indexes) expect(brotliBytes(index)).toBeLessThanOrEqual(searchIndexBudget.gate)
})

test('keeps the font within its size', () => {
  const fonts = fontBudget.files.flatMap(filesMatching)
  expect(fonts).toHaveLength(1)
  for (const font of fonts) expect(statSync(join(dist, font)).size).toBeLessThanOrEqual(fontBudget.gate)
})

describe.each(pages.filter(({ file }) => !scriptedPages.includes(file)))('$file', ({ document }) => {
  const scripts = [...document.querySelectorAll(`script:not([type=speculationrules], [type="application/ld+json"])`)]

  test('loads no script and no style sheet', () => {
    expect(scripts.filter((script) => script.hasAttribute('src'))).toEqual([])
    expect(document.querySelectorAll('link[rel=stylesheet], link[rel=modulepreload], astro-island')).toHaveLength(0)
  })

  test('has little inline script, and loads lazy ones only after its first paint', () => {
    const text = scripts.map(({ textContent }) => textContent ?? '').join('')
    expect(text.length).toBeGreaterThan(0)
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(inlineScript.gate)
    const [early = '', late = ''] = text.split('onload=()=>requestAnimationFrame(')
    expect(early).not.toMatch(/import\(|Worker|\/lazy\//)
    const imported = [...late.matchAll(/import\(`\/(lazy\/[\w.-]+)`\)/g)].map(([, file]) => file)
    expect(imported).toContain('lazy/font.js')
    const hasParts = document.querySelector('.tabs, .copyable') !== null
    expect(imported.some((file) => file === 'lazy/read.js' || file === 'lazy/text.js')).toBe(hasParts)
    expect(imported.length).toBeLessThanOrEqual(2)
    for (const file of imported) expect(lazyBudget.files.flatMap(filesMatching)).toContain(file)
  })
})
