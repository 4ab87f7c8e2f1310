// Reads and changes the styles in built pages, and the hashes in their policies.
import { createHash } from 'node:crypto'

const styles = /<style\b[^>]*>([\s\S]*?)<\/style>/g

/** As a policy names an inline script or style sheet. */
export const hashOf = (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`

/** The page with each of its style sheets changed. */
export function changeStyles(html, change) {
  let page = html
  for (const [, css] of html.matchAll(styles)) {
    const less = change(css)
    if (less !== css) page = page.replace(`>${css}<`, () => `>${less}<`).replaceAll(hashOf(css), () => hashOf(less))
  }
  return page
}

/** All style sheets of the page as one text. */
export const stylesOf = (html) => [...html.matchAll(styles)].map(([, css]) => css).join('\n')

/** The page without its style sheets. */
export const withoutStyles = (html) => html.replace(styles, '')

/** A rule without rules inside it: its selectors, and its body in braces. */
export const rule = /(?<=^|[{};])([^{};@]+)(\{[^{}]*\})/g

const empty = /@(?:media|supports|container|starting-style)[^{};]*\{\}/g

/** Repeats a change until it has no further effect. */
export function untilSame(text, change) {
  const next = change(text)
  return next === text ? text : untilSame(next, change)
}

/** The styles without conditions that hold no rule. */
export const withoutEmpty = (css) => untilSame(css, (rest) => rest.replace(empty, ''))

/** Splits a text at marks outside brackets and quotes. */
export function split(text, mark) {
  const parts = ['']
  let depth = 0
  for (const [piece] of text.matchAll(/\\.|"[^"]*"|'[^']*'|[^"']/g)) {
    if (piece === '(' || piece === '[') depth += 1
    if (piece === ')' || piece === ']') depth -= 1
    if (piece === mark && depth === 0) parts.push('')
    else parts[parts.length - 1] += piece
  }
  return parts
}

const choices = /:(?:is|where)\(((?:\\.|[^()\\]|\((?:\\.|[^()\\]|\((?:\\.|[^()\\])*\))*\))*)\)/g

/** The selector without its choices, except those of which `isNone` holds for all. */
export const certainPart = (selector, isNone) =>
  selector.replace(choices, (whole, list) => (split(list, ',').every(isNone) ? whole : ''))

/** The styles without the selectors of which `isNone` holds, and without rules and conditions that are then empty. */
export function withoutSelectors(css, isNone) {
  const less = css.replace(rule, (_whole, selectors, body) => {
    const remaining = split(selectors, ',').filter((selector) => !isNone(selector))
    return remaining.length > 0 ? remaining.join(',') + body : ''
  })
  return withoutEmpty(less)
}
