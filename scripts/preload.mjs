// Adds `modulepreload` links to the built pages that load scripts: the browser then fetches the whole core at once, the
// largest file first, where it would otherwise find one import after another. Writes into the app's page which modules
// each screen adds, for the line of script in its head. Run after the build: node scripts/preload.mjs [dist]
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
 * The modules that each screen of the app adds to its core, by the path of the screen, with those that the shell asks
 * for as soon as it stands. Found in the built code: `overview:()=>…await import("./screen.….js")` is a row of screens.ts.
 */
export function screenModules(folder, html) {
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
  const screens = new Map(rows.map(({ name, target }) => [name, target]))
  const wanted = routes.filter(({ screen }) => screen !== undefined)
  const missing = wanted.filter(({ screen }) => !screens.has(screen)).map(({ screen }) => screen)
  if (missing.length > 0) throw new Error(`no module was found for the screens ${missing.join(', ')}`)
  const modulesOf = (screen) => {
    const entries = [screens.get(screen), ...byShell.map(({ target }) => target)]
    return entries.flatMap((entry) => [...staticGraph(folder, entry)]).filter((one) => !core.has(one))
  }
  return Object.fromEntries(wanted.map(({ path: at, screen }) => [at, largestFirst(folder, modulesOf(screen))]))
}

const largestFirst = (folder, modules) =>
  [...new Set(modules)]
    .sort((a, b) => statSync(path.join(folder, b)).size - statSync(path.join(folder, a)).size)
    .map((module) => `/${module}`)

if (import.meta.main ?? process.argv[1]?.endsWith('preload.mjs')) {
  if (!existsSync(dist)) throw new Error(`${dist} is not built`)
  for (const file of globSync('**/*.html', { cwd: dist })) {
    const page = path.join(dist, file)
    const html = readFileSync(page, 'utf8')
    const core = largestFirst(dist, coreOf(dist, html))
    if (core.length === 0) continue
    const links = core.map((module) => `<link rel="modulepreload" href="${module}">`).join('')
    const screens = '<script type="application/json" id="screens">'
    const filled = html.includes(screens)
      ? html.replace(`${screens}{}`, `${screens}${JSON.stringify(screenModules(dist, html))}`)
      : html
    // Before the app's own line of script, whose requests wait for the core's where connections are few.
    const place = filled.includes(screens) ? screens : '</head>'
    writeFileSync(page, filled.replace(place, `${links}${place}`))
  }
}
