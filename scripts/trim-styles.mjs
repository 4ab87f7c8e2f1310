// Removes unneeded styles from each built page: fallbacks for browsers older than the supported ones
// (scripts/lib/browsers.mjs), which Tailwind writes for every target, daisyUI's rules for markup that we do not have,
// and declarations without an effect.
// Run before properties.mjs: node scripts/trim-styles.mjs [dist]
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { certainPart, changeStyles, split, untilSame, withoutSelectors } from './lib/styles.mjs'

/** Values for properties that a browser can't register, and a plain colour beside each mixed one. */
const registered = /@layer properties\{@supports [^{]*\{[^{}]*\{[^{}]*\}\}\}/g
const mixed = /@supports \(color:color-mix\(in lab, ?red, ?red\)\)\{((?:[^{}]*\{[^{}]*\})*)\}/g
/** Text from right to left, dialogs that are popovers or opened by a checkbox or an address, tables with more than rows. */
const foreign =
  /\[dir=rtl\]|:dir\(rtl\)|\.modal\[popover\]|:popover-open|\.modal-toggle|\.modal:target|\.table-pin|\.row-hover|\.prose(?![\w-])|\[multiple\]|color-swatch|:lang\((?!en|zh)[a-z]+\)/
/** Buttons that are inputs. */
const foreignButton = /^\.btn:(?:is\(\[type=|where\(:checked:not\(\.filter \[type=radio\]\.btn\)\)$)/
/** Two rules in a row for the same elements. */
const twice = /(?<=^|[{}])([^{}@]+)\{([^{}]*)\}\1\{([^{}]*)\}/

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
const isForeign = (selector) => foreign.test(certainPart(selector, isForeign)) || foreignButton.test(selector)

export const withoutForeign = (css) => withoutSelectors(css, isForeign)

/** Declarations that no browser reads: a prefix without its dash. */
const misspelt = /(?<=[{;])webkit-[\w-]+:[^;{}]*(?:;|(?=\}))/g
/** A declaration followed by the same one. */
const repeated = /(?<=[{;])([\w-]+:[^;{}]+);(?=\1[;}])/g
/** daisyUI's shadows and grain: both schemes set their strength to 0. */
const shadows =
  /(?<=[{;])(?:--btn-(?:shadow|inset):[^;{}]*|box-shadow:var\(--btn-inset\)[^;{}]*|(?:box|text)-shadow:[^;{}]*(?:\/ ?|\) |\* ?)calc\(var\(--depth\) \* [\d.]+%?\)[^;{}]*)(?:;|(?=\}))/g
const grain =
  /(?<=[{;])background-(?:image:none, ?var\(--fx-noise\)|size:auto, ?calc\(var\(--noise[^;{}]*)(?:;|(?=\}))/g
const isFlat = (css, name) => {
  const values = [...css.matchAll(new RegExp(`${name}:([^;{}]*)`, 'g'))].map(([, value]) => value)
  return values.length > 0 && values.every((value) => value === '0')
}

/** The styles without declarations that change nothing. */
export function withoutIdle(css) {
  const valid = css.replace(misspelt, '').replace(repeated, '')
  const smooth = isFlat(css, '--noise') ? valid.replace(grain, '') : valid
  return isFlat(css, '--depth') ? smooth.replace(shadows, '') : smooth
}

if (import.meta.main ?? process.argv[1]?.endsWith('trim-styles.mjs')) {
  const dist = process.argv[2] ?? 'dist'
  for (const file of globSync('**/*.html', { cwd: dist })) {
    const page = path.join(dist, file)
    writeFileSync(
      page,
      changeStyles(readFileSync(page, 'utf8'), (css) => withoutIdle(withoutForeign(withoutFallbacks(css)))),
    )
  }
}
