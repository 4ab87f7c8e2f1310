// Adds `modulepreload` links to the built pages that load scripts: the browser then fetches the whole core at once,
// where it would otherwise find one import after another. Run after the build: node scripts/preload.mjs [dist]
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const dist = process.argv[2] ?? 'dist'

/** A built module and everything that it imports statically. */
export function staticGraph(folder, entry, seen = new Set()) {
  if (seen.has(entry)) return seen
  seen.add(entry)
  const code = readFileSync(path.join(folder, entry), 'utf8')
  for (const [, target] of code.matchAll(/(?:\bfrom|\bimport)\s*["'](\.[^"']+\.js)["']/g))
    staticGraph(folder, path.posix.join(path.posix.dirname(entry), target), seen)
  return seen
}

/** Entries of a page's islands. */
export const entriesOf = (html) =>
  [...html.matchAll(/(?:component|renderer)-url="\/([^"]+\.js)"/g)].map(([, entry]) => entry)

if (import.meta.main ?? process.argv[1]?.endsWith('preload.mjs')) {
  if (!existsSync(dist)) throw new Error(`${dist} is not built`)
  for (const file of globSync('**/*.html', { cwd: dist })) {
    const page = path.join(dist, file)
    const html = readFileSync(page, 'utf8')
    const modules = new Set(entriesOf(html).flatMap((entry) => [...staticGraph(dist, entry)]))
    if (modules.size === 0) continue
    const links = [...modules].map((module) => `<link rel="modulepreload" href="/${module}">`).join('')
    writeFileSync(page, html.replace('</head>', `${links}</head>`))
  }
}
