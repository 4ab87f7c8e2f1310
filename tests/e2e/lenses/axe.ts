import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import axe from 'axe-core'

type Axe = typeof axe

/** Half as long as `axe.source`, for every page to parse. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface AxeColor {
  r: number
  g: number
  b: number
  alpha: number
  parseString(text: string): AxeColor
}

/** Keeps what axe makes of a colour: it parses each again for every element, which is half of its time. */
function cacheColors(): void {
  const { prototype } = (globalThis as never as { axe: { commons: { color: { Color: { prototype: AxeColor } } } } }).axe
    .commons.color.Color
  const parse = prototype.parseString
  const known = new Map<string, Pick<AxeColor, 'r' | 'g' | 'b' | 'alpha'>>()
  prototype.parseString = function (text) {
    const values = known.get(text)
    if (values) return Object.assign(this, values)
    parse.call(this, text)
    const { r, g, b, alpha } = this
    known.set(text, { r, g, b, alpha })
    return this
  }
}

/** The rule of a problem sets its impact: what these rules find is never reported here, and they take a fifth of the time. */
const { rules } = (axe as unknown as { _audit: { rules: { id: string; impact?: string }[] } })._audit
const minorRules = Object.fromEntries(
  rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate').map(({ id }) => [id, { enabled: false }]),
)

/**
 * Serious and critical problems of the page, or of the part under a selector. axe is injected once per page and not for
 * every check, which would take longer than the check itself; our pages have no frames.
 */
export async function findProblems(page: Page, within?: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(`${source}\n(${cacheColors})()`)
  return page.evaluate(
    async ({ selector, rules }) => {
      const { run } = (globalThis as never as { axe: Axe }).axe
      const { violations } = await run(selector ?? document, {
        resultTypes: ['violations'],
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'best-practice'],
        rules,
      })
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
    },
    { selector: within, rules: minorRules },
  )
}

/** Changes the theme of the loaded page at once: its colours are not measured half-way. */
export async function setTheme(page: Page, theme: 'day' | 'night'): Promise<void> {
  await page.evaluate((chosen) => {
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets.push(still)
    document.documentElement.dataset.theme = chosen
  }, theme)
}
