// Puts a small script in place of the framework's own on each built page with islands (src/layouts/islands-script.ts),
// and the framework's rule for them into the page's style sheet.
// Run before policy.mjs: node scripts/islands.mjs [dist]
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { inlineScript } from '../src/layouts/inline-script.ts'
import { changeStyles, hashOf } from './lib/styles.mjs'

const source = readFileSync(new URL('../src/layouts/islands-script.ts', import.meta.url), 'utf8')
const own = await inlineScript(source, {})

const scripts = /<script>((?:(?!<\/script>)[\s\S])*)<\/script>/g
/** The framework's scripts: one for each way to start an island, and one that starts them. */
const isStart = (text) => /window\.dispatchEvent\(new Event\("astro:(?:only|load)"\)\)/.test(text)
const isRuntime = (text) => text.includes('customElements.define("astro-island"')
const rule = '<style>astro-island,astro-slot,astro-static-slot{display:contents}</style>'

/** Any kind of value but 0 and 1, which the script reads: dates, maps, addresses and the like. */
const hasOther = (written) =>
  Array.isArray(written) &&
  (written[0] > 1 ||
    [written[1] ?? []].flatMap((value) => (typeof value === 'object' ? Object.values(value) : [])).some(hasOther))

/** A mark of an island that the script can't start. */
function foreignMark(html) {
  const marks = ['<astro-slot', 'data-astro-template', 'before-hydration-url', 'data-action-']
  const found = marks.find((mark) => html.includes(mark))
  if (found) return found
  for (const [island, props] of html.matchAll(/<astro-island\b[^>]* props="([^"]*)"[^>]*>/g)) {
    const value = JSON.parse(props.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&'))
    if (Object.values(value).some(hasOther)) return island.slice(0, 200)
    if (!/ client="(?:only|load)"/.test(island) || / component-export="[^"]*\./.test(island))
      return island.slice(0, 200)
  }
  return undefined
}

/** The page with the small script; a page without islands stays as it is. */
export function withOwnScript(html) {
  if (!html.includes('<astro-island')) return html
  const mark = foreignMark(html.replace(scripts, ''))
  if (mark) throw new Error(`An island that src/layouts/islands-script.ts can't start: ${mark}`)
  const theirs = [...html.matchAll(scripts)].filter(([, text]) => isStart(text) || isRuntime(text))
  const runtime = theirs.find(([, text]) => isRuntime(text))
  if (theirs.length !== 2 || !runtime || !html.includes(rule))
    throw new Error('The framework starts its islands in another way than before.')
  let page = html.replaceAll(hashOf(runtime[1]), () => hashOf(own))
  for (const [whole] of theirs)
    page = page.replace(whole, () => (whole === runtime[0] ? `<script type="module">${own}</script>` : ''))
  page = page.replace(rule, '')
  let isFirst = true
  return changeStyles(page, (css) => {
    if (!isFirst) return css
    isFirst = false
    return `${css.trimEnd()}astro-island{display:contents}`
  })
}

if (import.meta.main ?? process.argv[1]?.endsWith('islands.mjs')) {
  const dist = process.argv[2] ?? 'dist'
  for (const file of globSync('**/*.html', { cwd: dist })) {
    const page = path.join(dist, file)
    writeFileSync(page, withOwnScript(readFileSync(page, 'utf8')))
  }
}
