// Adds `modulepreload` links to the built pages that load scripts: the browser then fetches the whole core at once, the
// largest file first, where it would otherwise find one import after another. Writes into the app's page what
// each screen wants first and where the ticket worker is, for the line of script in its head.
// Run after the build: node scripts/preload.mjs [dist]
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { routes } from '#lib/rules/routes.ts'

const dist = process.argv[2] ?? 'dist'

/** A built module and everything that it imports statically. */
export function staticGraph(folder, entry, seen = new Set()) {
  if (seen.has(entry)) return seen
  seen.add(entry)
  const code = readFileSync(path.join(folder, entry), 'utf8')
  for (const [, target] of code.matchAll(/(?:\bfrom|\bimport)\s*["'](\.[^"']+\.js)["']/g))
    staticGraph(folder, beside(entry, target), seen)
  return seen
}

/** Entries of a page's islands. */
export const entriesOf = (html) =>
  [...html.matchAll(/(?:component|renderer)-url="\/([^"]+\.js)"/g)].map(([, entry]) => entry)

const beside = (entry, target) => path.posix.join(path.posix.dirname(entry), target)

/** What a page's islands import statically. */
const coreOf = (folder, html) => new Set(entriesOf(html).flatMap((entry) => [...staticGraph(folder, entry)]))

/**
 * What each screen of the app wants beside the core before its own code, by its path: modules of what it reads, with
 * those that the shell asks for as soon as it stands, and the catalogues that its code waits for. Found in the built
 * code: `overview:()=>…await import("./screen.….js")` is a row of screens.ts.
 */
export function screenParts(folder, html) {
  const core = coreOf(folder, html)
  const find = (pattern) =>
    [...core].flatMap((entry) =>
      [...readFileSync(path.join(folder, entry), 'utf8').matchAll(pattern)].map(({ groups }) => ({
        by: entry,
        name: groups.name,
        target: beside(entry, groups.target),
      })),
    )
  const byShell = find(/import\([`"'](?<target>\.\/[^`"']+)[`"']/g).filter(({ by }) => /\/shell\./.test(by))
  if (byShell.length === 0) throw new Error('the shell asks for no module')
  const rows = find(/(?<name>\w+):\(\)=>\w+\(async\(\)=>\{let\{[^}]+\}=await import\([`"'](?<target>\.\/[^`"']+)[`"']/g)
  const isRead = ({ target }) => path.posix.basename(target).startsWith('reads.')
  const tableOf = (some) => new Map(some.map(({ name, target }) => [name, target]))
  const [reads, screens] = [tableOf(rows.filter(isRead)), tableOf(rows.filter((row) => !isRead(row)))]
  const wanted = routes.filter(({ screen }) => screen !== undefined)
  const missing = wanted.filter(({ screen }) => !screens.has(screen)).map(({ screen }) => screen)
  if (missing.length > 0) throw new Error(`no module was found for the screens ${missing.join(', ')}`)
  /** What an entry adds to the core; a screen without reads has no entry for them. */
  const added = (entry) => (entry === undefined ? [] : [...staticGraph(folder, entry)].filter((one) => !core.has(one)))
  const wantedBy = (screen) => ({
    modules: largestFirst(folder, [reads.get(screen), ...byShell.map(({ target }) => target)].flatMap(added)),
    texts: added(screens.get(screen)).flatMap((one) => textsOf(folder, one)),
  })
  return Object.fromEntries(wanted.map(({ path: at, screen }) => [at, wantedBy(screen)]))
}

/** The catalogues that a built module waits for: `fetch(`/locales/${locale}/money.json`)`. */
const textsOf = (folder, module) =>
  [...readFileSync(path.join(folder, module), 'utf8').matchAll(/\/locales\/\$\{\w+\}\/(\w+)\.json/g)].map(
    ([, name]) => name,
  )

const largestFirst = (folder, modules) =>
  [...new Set(modules)]
    .sort((a, b) => statSync(path.join(folder, b)).size - statSync(path.join(folder, a)).size)
    .map((module) => `/${module}`)

if (import.meta.main ?? process.argv[1]?.endsWith('preload.mjs')) {
  if (!existsSync(dist)) throw new Error(`${dist} is not built`)
  const [worker] = globSync('_astro/ticket-worker-*.js', { cwd: dist }).map((file) => `/${file}`)
  if (!worker) throw new Error('no ticket worker was built')
  for (const file of globSync('**/*.html', { cwd: dist })) {
    const page = path.join(dist, file)
    const html = readFileSync(page, 'utf8')
    const core = largestFirst(dist, coreOf(dist, html))
    if (core.length === 0) continue
    const links = core.map((module) => `<link rel="modulepreload" href="${module}">`).join('')
    const early = '<script type="application/json" id="early">'
    const asked = () => JSON.stringify({ screens: screenParts(dist, html), worker })
    const filled = html.includes(early) ? html.replace(`${early}{}`, () => `${early}${asked()}`) : html
    // Before the app's own line of script, whose requests wait for the core's where connections are few.
    const place = filled.includes(early) ? early : '</head>'
    writeFileSync(page, filled.replace(place, `${links}${place}`))
  }
}
