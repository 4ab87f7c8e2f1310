// Writes into each built page's styles the values of the custom properties that never change on it: the spacing and the
// weights of the theme, the radii, and the properties of the frameworks that no class of the page sets.
// Run before properties.mjs, which then removes them: node scripts/fold-properties.mjs [dist]
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { changeStyles, split, stylesOf, untilSame, withoutStyles } from './lib/styles.mjs'
import { namesIn } from './properties.mjs'

const registration = /@property (--[\w-]+)\{([^{}]*)\}/g
const declaration = /(?<=[{;])(--[\w-]+):([^;{}]*)(?=[;}])/g
const isRoot = (selectors) => split(selectors, ',').some((one) => /^(?::root|:where\(:root\)|html)$/.test(one.trim()))

/** Each rule of the styles, with the at-rules around it. */
function* rulesOf(css) {
  const around = []
  let head = ''
  for (const [piece] of css.matchAll(/\\.|"[^"]*"|'[^']*'|[{};]|[^{};"'\\]+/g)) {
    if (piece === '{') {
      around.push(head.trim())
      head = ''
    } else if (piece === '}') {
      const selectors = around.pop()
      if (!selectors.startsWith('@')) yield { selectors, body: `{${head}}`, around: [...around] }
      head = ''
    } else if (piece === ';' && (around.at(-1) ?? '@').startsWith('@')) head = ''
    else head += piece
  }
}

/** The value of each property that is the same everywhere on the page; `undefined` where only a fallback applies. */
function constantsOf(css) {
  const initial = new Map()
  for (const [, name, body] of css.matchAll(registration))
    initial.set(name, /initial-value:([^;}]*)/.exec(body)?.[1].trim())
  const declared = new Map()
  for (const { selectors, body, around } of rulesOf(css.replace(/\/\*[\s\S]*?\*\//g, '').replace(registration, '')))
    for (const [, name, value] of body.matchAll(declaration)) {
      const known = declared.get(name) ?? { values: new Set(), isRoot: false }
      known.values.add(value.trim())
      known.isRoot ||= isRoot(selectors) && around.every((one) => one.startsWith('@layer'))
      declared.set(name, known)
    }
  const found = new Map()
  for (const [, name] of css.matchAll(/var\((--[\w-]+)/g)) {
    const known = declared.get(name)
    if (!known) found.set(name, initial.get(name))
    // A value that names another property is resolved where it is declared, not where it is used.
    else if (known.isRoot && known.values.size === 1) {
      const [value] = known.values
      if (!value.includes('var(') && value !== '') found.set(name, value)
    }
  }
  return found
}

/** The end of the brackets that open before `from`. */
function closing(text, from) {
  let depth = 1
  let at = from
  for (; depth > 0; at += 1) depth += { '(': 1, ')': -1 }[text[at]] ?? 0
  return at
}

/** The text with each constant in place of its `var()`. */
function fold(text, constants) {
  const parts = []
  let done = 0
  for (let begin = text.indexOf('var(--'); begin >= 0; begin = text.indexOf('var(--', done)) {
    const inside = begin + 'var('.length
    const end = closing(text, inside)
    const [name, ...rest] = split(text.slice(inside, end - 1), ',')
    const fallback = rest.length > 0 ? fold(rest.join(','), constants) : undefined
    const value = constants.has(name) ? (constants.get(name) ?? fallback?.trim()) : undefined
    parts.push(text.slice(done, begin), value ?? `var(${name}${fallback === undefined ? '' : `,${fallback}`})`)
    done = end
  }
  return parts.join('') + text.slice(done)
}

const short = (number) => String(Number(number.toFixed(5))).replace(/^(-?)0\./, '$1.')
const product = /calc\((-?[\d.]+)(%|[a-z]+)? ?([*/]) ?(-?[\d.]+)(%|[a-z]+)?\)/g

/** Products of two figures, of which one has no unit. */
const calculated = (css) =>
  untilSame(css, (text) =>
    text.replace(product, (whole, first, unit = '', sign, second, other = '') => {
      if ((unit && other) || (sign === '/' && other)) return whole
      const result = sign === '*' ? first * second : first / second
      return short(result) + (unit || other)
    }),
  )

/** Removes what the values leave without an effect: a colour mixed with none of another, a shadow without colour. */
const simple = (css) =>
  css
    .replace(/color-mix\(in oklab, ?(var\(--[\w-]+(?:, ?var\(--[\w-]+\))?\)), ?#000 0%\)/g, '$1')
    .replace(/(?<=-shadow:)(?:0 0 #0000, ?)+/g, '')

/** The page with the constants of its styles folded; a property named outside the styles is no constant. */
export function withConstants(html, scripts) {
  const outside = new Set([...scripts, ...namesIn(withoutStyles(html))])
  const stems = [...outside].filter((name) => name.endsWith('-'))
  const constants = constantsOf(stylesOf(html))
  for (const name of constants.keys())
    if (outside.has(name) || stems.some((stem) => name.startsWith(stem))) constants.delete(name)
  const page = changeStyles(html, (css) => simple(calculated(fold(css, constants))))
  // A property that names a constant may be one itself.
  return page === html ? html : withConstants(page, scripts)
}

if (import.meta.main ?? process.argv[1]?.endsWith('fold-properties.mjs')) {
  const dist = process.argv[2] ?? 'dist'
  const scripts = globSync('**/*.js', { cwd: dist }).flatMap((file) =>
    namesIn(readFileSync(path.join(dist, file), 'utf8')),
  )
  for (const file of globSync('**/*.html', { cwd: dist })) {
    const page = path.join(dist, file)
    writeFileSync(page, withConstants(readFileSync(page, 'utf8'), scripts))
  }
}
