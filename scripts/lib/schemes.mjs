// The colours of day and night, whose one source is src/styles/theme.css, for styles that Tailwind does not build.
import { readFileSync } from 'node:fs'

const theme = readFileSync(new URL('../../src/styles/theme.css', import.meta.url), 'utf8')

function schemeOf(name) {
  const body = new RegExp(`@utility ${name} \\{([^}]*)\\}`).exec(theme)?.[1]
  if (!body) throw new Error(`src/styles/theme.css has no ${name}`)
  return body.trim()
}

/** A style with the colours of the site in place of `@apply scheme-of-…`. */
export const applySchemes = (style) => style.replace(/@apply ([\w-]+);/g, (_, name) => schemeOf(name))
