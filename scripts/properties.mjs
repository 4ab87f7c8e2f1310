// Takes out of each built page's styles the custom properties that nothing on it names: both colour schemes list every
// colour of the app, and a page uses a dozen. Puts the hash of the new styles into the page's policy.
// Run before policy.mjs: node scripts/properties.mjs [dist]
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { changeStyles } from './lib/styles.mjs'

const dist = process.argv[2] ?? 'dist'
const named = /--[\w-]+(?![\w-]|\s*:)/g
/** Names of custom properties in a text. */
export const namesIn = (text) => [...text.matchAll(/--[\w-]+/g)].map(([name]) => name)
/** Says what values a property may have; that alone uses it nowhere. */
const registered = /@property (--[\w-]+)\{[^{}]*\}/g
const declared = /(?<=[{;])(--[\w-]+):[^;{}]*(?:;|(?=\}))/g

/** The page without the custom properties that neither it nor the scripts name, with its policy's hashes in step. */
export function withoutUnused(html, scripts) {
  const used = new Set(scripts)
  for (const [name] of html.replace(registered, '').matchAll(named)) used.add(name)
  // A script may put a name together: '--heat-' + level.
  const stems = [...used].filter((name) => name.endsWith('-'))
  const isUsed = (name) => used.has(name) || stems.some((stem) => name.startsWith(stem))
  const page = changeStyles(html, (css) =>
    css
      .replace(registered, (registration, name) => (isUsed(name) ? registration : ''))
      .replace(declared, (declaration, name) => (isUsed(name) ? declaration : '')),
  )
  // A property used only by a removed property can be removed too.
  return page === html ? html : withoutUnused(page, scripts)
}

if (import.meta.main ?? process.argv[1]?.endsWith('properties.mjs')) {
  const scripts = globSync('**/*.js', { cwd: dist }).flatMap((file) =>
    [...readFileSync(path.join(dist, file), 'utf8').matchAll(named)].map(([name]) => name),
  )
  for (const file of globSync('**/*.html', { cwd: dist })) {
    const page = path.join(dist, file)
    writeFileSync(page, withoutUnused(readFileSync(page, 'utf8'), scripts))
  }
}
