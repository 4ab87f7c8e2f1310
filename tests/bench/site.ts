/**
 * Lighthouse (mobile, simulated slow 4G, 4x CPU) over every public page in both languages, as the real service serves
 * them behind an HTTP/2 front: the four scores, LCP, TBT, CLS, bytes, and LCP relative to an empty page in the same
 * language of the same round. Run: `node scripts/build.mjs && node tests/bench/site.ts [runs=1] [paths...]`. Lighthouse
 * is no dependency of the project: it is installed beside the caches at its first run. With BENCH_GATE=1 it fails on a
 * score below 100, TBT over 50 ms, CLS over 0.001 and LCP over 1.15 times the floor; the number of runs behind the
 * medians is printed after a page: a run that Lighthouse itself aborted is not counted.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findChromium } from '../../scripts/lib/chromium.mjs'
import { NPM_LIMIT_MS, npmDownload } from '../../scripts/lib/setup.mjs'
import { chromiumArgs } from '../_world/chromium.ts'
import { openFront } from './ground/front.ts'
import { startGround } from './ground/service.ts'
import { median } from './median.ts'

const [runs = '1', ...parts] = process.argv.slice(2)
const gates = { score: 100, tbt: 50, cls: 0.001, ratio: 1.15 }
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const home = join('node_modules', '.cache', 'bench-lighthouse')

interface Audits {
  /** Lighthouse's speed index of this machine; its 4x is intended for 1500 to 2000 (its docs/throttling.md). */
  environment: { benchmarkIndex: number }
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number; score: number | null; title: string }>
}
interface Measured {
  scores: number[]
  lcp: number
  tbt: number
  cls: number
  bytes: number
  failed: string[]
}

const { lighthouse, launch } = await loadLighthouse()
const speeds: number[] = []
/** Empty pages, but for a line: the glyphs of Chinese come from another and larger font of the system. */
const floors = {
  en: { path: '/floor/', text: 'Floor' },
  zh: { path: '/zh/floor/', text: '这是一个没有内容的页面，仅用于比较。' },
}
const paths = globSync('**/index.html', { cwd: 'dist' })
  .filter((file) => readFileSync(join('dist', file), 'utf8').includes('rel="canonical"'))
  .map((file) => `/${file.replace(/index\.html$/, '')}`)
  .filter((path) => parts.length === 0 || parts.includes(path))
  .sort()
const ground = await startGround((folder) => {
  for (const [lang, { path, text }] of Object.entries(floors)) {
    const page = `<!doctype html><html lang="${lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">`
    mkdirSync(join(folder, path), { recursive: true })
    writeFileSync(join(folder, path, 'index.html'), `${page}<title>Floor</title><p>${text}`)
  }
})
const front = await openFront(ground.address)
try {
  await measure(floors.en.path)
  const bases = { en: await baseOf(floors.en.path), zh: await baseOf(floors.zh.path) }
  console.log('perf a11y best seo   LCP ms x floor  TBT ms    CLS     KB  page')
  for (const path of paths) {
    const base = path.startsWith('/zh/') ? bases.zh : bases.en
    const seen = await each(path, Number(runs))
    // One run of a shared machine is no verdict against a page: the median of three is.
    if (!middleOf(seen, path, base).isHeld) seen.push(...(await each(path, Math.max(0, 3 - seen.length))))
    print(path, seen, base)
  }
  console.log(
    `this machine, by Lighthouse's benchmark index: ${median(speeds).toFixed(0)} (4x CPU is meant for 1500 to 2000)`,
  )
} finally {
  front.close()
  await ground.close()
}

async function baseOf(path: string): Promise<number> {
  const seen = wholeOf(await each(path, Math.max(3, Number(runs))))
  if (seen.length === 0) throw new Error(`Lighthouse broke off every run of ${path}`)
  const [lcp, tbt] = [median(seen.map((one) => one.lcp)), median(seen.map((one) => one.tbt))]
  console.log(`empty page ${path}: LCP ${lcp.toFixed(0)} ms, TBT ${tbt.toFixed(0)} ms`)
  return lcp
}

async function each(path: string, times: number): Promise<Measured[]> {
  const seen: Measured[] = []
  while (seen.length < times) seen.push(await measure(path))
  return seen
}

/** A first visit: what an earlier page has left in the browser's storage would be a second one. */
async function visitOnce(address: string): Promise<{ lhr: Audits }> {
  const chromeFlags = ['--headless=new', '--ignore-certificate-errors', ...chromiumArgs]
  const browser = await launch({ chromePath: findChromium(), chromeFlags })
  try {
    const options = { port: browser.port, output: 'json', logLevel: 'error', onlyCategories: [...categories] }
    return (await lighthouse(address, options)) as { lhr: Audits }
  } finally {
    browser.kill()
  }
}

async function measure(path: string): Promise<Measured> {
  const { lhr } = await visitOnce(front.address + path)
  speeds.push(lhr.environment.benchmarkIndex)
  const value = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN
  return {
    scores: categories.map((category) => Math.round((lhr.categories[category]?.score ?? 0) * 100)),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    bytes: value('total-byte-weight'),
    failed: Object.values(lhr.audits)
      .filter(({ score }) => score !== null && score < 0.9)
      .map(({ title }) => title),
  }
}

function wholeOf(seen: readonly Measured[]): Measured[] {
  return seen.filter(({ lcp }) => !Number.isNaN(lcp))
}

function middleOf(seen: readonly Measured[], path: string, base: number) {
  const whole = wholeOf(seen)
  const middle = (figure: 'lcp' | 'tbt' | 'cls' | 'bytes') => median(whole.map((one) => one[figure]))
  const scores = categories.map((_, index) => median(whole.map((one) => one.scores[index] ?? 0)))
  const [lcp, tbt, cls, bytes] = [middle('lcp'), middle('tbt'), middle('cls'), middle('bytes')]
  const isHeld =
    scores.every((score) => score >= gates.score) &&
    tbt <= gates.tbt &&
    cls <= gates.cls &&
    (isForm(path) || lcp / base <= gates.ratio)
  return { scores, lcp, tbt, cls, bytes, isHeld }
}

function print(path: string, seen: readonly Measured[], base: number): void {
  const { scores, lcp, tbt, cls, bytes, isHeld } = middleOf(seen, path, base)
  const figures = [
    ...scores.map((score) => String(score).padStart(4)),
    lcp.toFixed(0).padStart(8),
    (lcp / base).toFixed(2).padStart(7),
    tbt.toFixed(0).padStart(7),
    cls.toFixed(4).padStart(7),
    (bytes / 1000).toFixed(1).padStart(6),
  ]
  console.log(
    `${figures.join(' ')}  ${path} (${seen.length})${isHeld ? '' : `   MISSED ${[...new Set(seen.flatMap(({ failed }) => failed))].join('; ')}`}`,
  )
  if (!isHeld && process.env.BENCH_GATE === '1') process.exitCode = 1
}

/** The simulator charges preloaded modules to the first paint: forms are judged by tests/bench/pages.ts. */
function isForm(path: string): boolean {
  return /\/(login|register|password)\/$/.test(path)
}

type Lighthouse = (url: string, options: object) => Promise<unknown>
type Launch = (options: object) => Promise<{ port: number; kill(): void }>

async function loadLighthouse(): Promise<{ lighthouse: Lighthouse; launch: Launch }> {
  if (!existsSync(join(home, 'node_modules', 'lighthouse'))) {
    mkdirSync(home, { recursive: true })
    writeFileSync(join(home, 'package.json'), '{"private":true}')
    const packages = ['lighthouse@13.5.0', 'chrome-launcher@1.2.1']
    execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', ...npmDownload, ...packages], {
      cwd: home,
      stdio: 'inherit',
      timeout: NPM_LIMIT_MS,
    })
  }
  const { resolve } = createRequire(join(process.cwd(), home, 'index.js'))
  const load = async (name: string) => (await import(pathToFileURL(resolve(name)).href)) as Record<string, unknown>
  return {
    lighthouse: (await load('lighthouse')).default as Lighthouse,
    launch: (await load('chrome-launcher')).launch as Launch,
  }
}
