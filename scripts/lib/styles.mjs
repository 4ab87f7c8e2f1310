// Changes the styles in built pages, and the hashes in their policies.
import { createHash } from 'node:crypto'

const styles = /<style\b[^>]*>([\s\S]*?)<\/style>/g

const hashOf = (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`

/** The page with each of its style sheets changed. */
export function changeStyles(html, change) {
  let page = html
  for (const [, css] of html.matchAll(styles)) {
    const less = change(css)
    if (less !== css) page = page.replace(`>${css}<`, () => `>${less}<`).replaceAll(hashOf(css), () => hashOf(less))
  }
  return page
}
