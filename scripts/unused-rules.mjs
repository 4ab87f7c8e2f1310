// Removes from each built page's styles the rules for classes that neither the page nor one of its scripts names: pages
// of a group share an entry of the styles, and each uses a part of it.
// Run before fold-properties.mjs: node scripts/unused-rules.mjs [dist]
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readManifest } from './lib/manifest.mjs'
import { certainPart, changeStyles, withoutSelectors, withoutStyles } from './lib/styles.mjs'

const entities = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
const classes = /\.((?:[a-zA-Z_-]|\\.)(?:[\w-]|\\.|[\u0080-\uffff])*)/g

/** Words that may be class names: whole ones, and beginnings to which a script adds the end (`tone-`). */
function wordsOf(text) {
  const plain = text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity])
  const words = new Set(plain.split(/[\s"'`]+/))
  for (const word of plain.split(/[\s"'`<>=;{}|$,()?:]+|\\[nt]/)) words.add(word)
  return words
}

/** The page without rules for classes that appear neither in it nor in the texts of its scripts. */
export function withoutUnusedRules(html, scripts) {
  const words = wordsOf([withoutStyles(html), ...scripts].join(' '))
  const stems = [...words].filter((word) => /^[a-z][\w-]*-$/.test(word))
  const isUsed = (name) => words.has(name) || stems.some((stem) => name.startsWith(stem))
  const isUnused = (selector) =>
    [
      ...certainPart(selector, isUnused)
        .replace(/:not\((?:[^()]|\([^()]*\))*\)/g, '')
        .matchAll(classes),
    ].some(([, name]) => !isUsed(name.replace(/\\(.)/g, '$1')))
  return changeStyles(html, (css) => withoutSelectors(css, isUnused))
}

if (import.meta.main ?? process.argv[1]?.endsWith('unused-rules.mjs')) {
  const dist = process.argv[2] ?? 'dist'
  const built = readManifest(dist)
  const read = (file) => readFileSync(path.join(dist, file), 'utf8')
  const lazy = globSync('lazy/*.js', { cwd: dist }).map(read)
  for (const file of globSync('**/*.html', { cwd: dist })) {
    const html = read(file)
    const entries = [...html.matchAll(/(?:component|renderer)-url="\/([^"]+\.js)"/g)].map(([, entry]) => entry)
    const scripts = new Set(entries.flatMap((entry) => [...built.withAllImports(entry)]))
    writeFileSync(path.join(dist, file), withoutUnusedRules(html, [...lazy, ...[...scripts].map(read)]))
  }
}
