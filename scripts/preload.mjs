// Adds `modulepreload` links to the built pages that load scripts: the browser then fetches the whole core at once, the
// largest file first, instead of one import after another. Writes into the app's page the first needs of each screen
// and the ticket worker's address, for the script in its head. Also writes the service worker's list of files and its
// build id.
// Run after the build: node scripts/preload.mjs [dist]
import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { declaredScreens } from './lib/declared-screens.mjs'
import { readManifest } from './lib/manifest.mjs'

const dist = process.argv[2] ?? 'dist'
const built = readManifest(dist)

/** Calls that the shell makes as soon as it is shown. */
const shellCalls = 'src/islands/app/core/calls/shell-calls.ts'

/** Static imports of a page's islands. */
const coreOf = (html) =>
  new Set(
    [...html.matchAll(/(?:component|renderer)-url="\/([^"]+\.js)"/g)].flatMap(([, entry]) => [
      ...built.withImports(entry),
    ]),
  )

const largestFirst = (files) =>
  [...new Set(files)]
    .sort((a, b) => statSync(path.join(dist, b)).size - statSync(path.join(dist, a)).size)
    .map((file) => `/${file}`)

/**
 * Modules and catalogues that screens need beside the core before their own code. `all`: modules that each of them
 * reads with. `early`: further ones by the screen's path: modules, as indexes of `files`, and names of catalogues.
 */
async function firstNeeds(core) {
  const added = (module) => [...built.withImports(built.entryOf(module))].filter((file) => !core.has(file))
  const screens = (await declaredScreens()).map(({ path: at, reads, texts }) => ({
    at,
    texts,
    modules: largestFirst([...reads, shellCalls].flatMap(added)),
  }))
  const files = [...new Set(screens.flatMap(({ modules }) => modules))]
  const all = files.filter((file) => screens.every(({ modules }) => modules.includes(file)))
  const others = files.filter((file) => !all.includes(file))
  const names = others.map((file) => /^\/_astro\/(.*)\.js$/.exec(file)[1])
  const places = (modules) => modules.flatMap((one) => (all.includes(one) ? [] : others.indexOf(one)))
  const placed = screens.map(({ at, modules, texts }) => [at, [...places(modules), ...texts]])
  const needing = placed.filter(([, needed]) => needed.length > 0)
  return { all, early: { files: names, screens: Object.fromEntries(needing) } }
}

const [worker] = globSync('_astro/ticket-worker-*.js', { cwd: dist }).map((file) => `/${file}`)
if (!worker) throw new Error('no ticket worker was built')
const early = '<script type="application/json" id="early">'
for (const file of globSync('**/*.html', { cwd: dist })) {
  const page = path.join(dist, file)
  const html = readFileSync(page, 'utf8')
  const core = coreOf(html)
  if (core.size === 0) continue
  const needs = html.includes(early) && (await firstNeeds(core))
  const links = [...largestFirst(core), ...(needs ? needs.all : [])]
    .map((module) => `<link rel="modulepreload" href="${module}">`)
    .join('')
  const json = needs ? JSON.stringify({ ...needs.early, worker }) : ''
  const filled = html.replace(`${early}{}`, () => `${early}${json}`)
  // Before the app's own script, whose requests queue behind the core's on few connections.
  writeFileSync(
    page,
    filled.replace(json ? early : '</head>', (place) => `${links}${place}`),
  )
}

/**
 * Files of the page without a connection. The cache's name changes with any file of the build, so that open pages
 * notice a new one.
 */
const offlineFiles = ['/offline/', '/lazy/offline.js', '/favicon.svg']
const names = globSync('_astro/*', { cwd: dist }).sort().join('\n')
const offline = readFileSync(path.join(dist, 'offline/index.html'))
const build = createHash('sha256').update(names).update(offline).digest('hex').slice(0, 12)
const swFile = path.join(dist, 'sw.js')
const text = readFileSync(swFile, 'utf8').replace('/*files*/', offlineFiles.map((file) => `'${file}'`).join(', '))
writeFileSync(swFile, text.replace('/*build*/', build))
