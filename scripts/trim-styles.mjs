// Removes unneeded styles from each built page: fallbacks for browsers older than the supported ones
// (scripts/lib/browsers.mjs), which Tailwind writes for every target, and daisyUI's rules for markup that we do not
// have.
// Run before properties.mjs: node scripts/trim-styles.mjs [dist]
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { changeStyles } from './lib/styles.mjs'

/** Values for properties that a browser can't register, and a plain colour beside each mixed one. */
const registered = /@layer properties\{@supports [^{]*\{[^{}]*\{[^{}]*\}\}\}/g
const mixed = /@supports \(color:color-mix\(in lab, ?red, ?red\)\)\{((?:[^{}]*\{[^{}]*\})*)\}/g
/** Text from right to left, dialogs that are popovers or opened by a checkbox or an address, tables with more than rows. */
const foreign =
  /\[dir=rtl\]|:dir\(rtl\)|\.modal\[popover\]|:popover-open|\.modal-toggle|\.modal:target|\.table-pin|\.row-hover|\.prose(?![\w-])|\[multiple\]|color-swatch/
/** Buttons that are inputs. */
const foreignButton = /^\.btn:(?:is\(\[type=|where\(:checked:not\(\.filter \[type=radio\]\.btn\)\)$)/
const choices = /:(?:is|where)\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g

const rule = /(?<=^|[{};])([^{};@]+)(\{[^{}]*\})/g
const empty = /@(?:media|supports|starting-style)[^{};]*\{\}/g
/** Two rules in a row for the same elements. */
const twice = /(?<=^|[{}])([^{}@]+)\{([^{}]*)\}\1\{([^{}]*)\}/
/** Splits a text at marks outside brackets and quotes. */
function split(text, mark) {
  const parts = ['']
  let depth = 0
  for (const [piece] of text.matchAll(/"[^"]*"|'[^']*'|[^"']/g)) {
    if (piece === '(' || piece === '[') depth += 1
    if (piece === ')' || piece === ']') depth -= 1
    if (piece === mark && depth === 0) parts.push('')
    else parts[parts.length - 1] += piece
  }
  return parts
}

/** Does it again and again, until there is nothing left to do. */
function untilSame(text, change) {
  const next = change(text)
  return next === text ? text : untilSame(next, change)
}

/** A rule's declarations without those that a mixed colour for the same property follows. */
function withoutOlder(body) {
  const all = split(body, ';').map((text) => ({ text, name: text.slice(0, text.indexOf(':')) }))
  const isOlder = ({ name }, place) =>
    all.slice(place + 1).some((other) => other.name === name && other.text.includes('color-mix('))
  return all
    .filter((one, place) => !isOlder(one, place))
    .map(({ text }) => text)
    .join(';')
}

export function withoutFallbacks(css) {
  const plain = css.replace(registered, '').replace(mixed, '$1')
  const joined = untilSame(plain, (less) =>
    less.replace(twice, (_, selector, first, second) => `${selector}{${first.replace(/;?$/, ';')}${second}}`),
  )
  return joined.replace(/(?<=\{)[^{}]*color-mix\([^{}]*(?=\})/g, withoutOlder)
}

/** True if none of our elements can match: for a list of choices, if all of them are foreign. */
function isForeign(selector) {
  const certain = selector.replace(choices, (whole, list) => (split(list, ',').every(isForeign) ? whole : ''))
  return foreign.test(certain) || foreignButton.test(selector)
}

export function withoutForeign(css) {
  const less = css.replace(rule, (_whole, selectors, body) => {
    const remaining = split(selectors, ',').filter((selector) => !isForeign(selector))
    return remaining.length > 0 ? remaining.join(',') + body : ''
  })
  return untilSame(less, (rest) => rest.replace(empty, ''))
}

if (import.meta.main ?? process.argv[1]?.endsWith('trim-styles.mjs')) {
  const dist = process.argv[2] ?? 'dist'
  for (const file of globSync('**/*.html', { cwd: dist })) {
    const page = path.join(dist, file)
    writeFileSync(
      page,
      changeStyles(readFileSync(page, 'utf8'), (css) => withoutForeign(withoutFallbacks(css))),
    )
  }
}
