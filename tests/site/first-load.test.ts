import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readManifest } from '../../scripts/lib/manifest.mjs'
import { firstLoad } from './budgets.ts'
import { dist } from './dist.ts'

/**
 * The app's first load, from the built files alone: requests until a screen can be drawn, their bytes, and the chain in
 * which one request waits for another. 1 is the page, 2 are the files that its head requests, 3 are the files and calls
 * that those request.
 */
const { withImports, entryOf, lateOf } = readManifest(dist)
const html = readFileSync(join(dist, 'user/index.html'), 'utf8')
const linked = [...html.matchAll(/rel="modulepreload" href="\/([^"]+)"/g)].map(([, file = '']) => file)
const [, json = ''] = /id="early">(.*?)<\/script>/.exec(html) ?? []
const early = JSON.parse(json) as { files: string[]; screens: Record<string, (number | string)[]>; worker: string }
const islands = [...html.matchAll(/(?:component|renderer)-url="\/([^"]+\.js)"/g)].map(([, file = '']) => file)
const core = new Set(islands.flatMap((file) => [...withImports(file)]))

/** Files that Vite requests beside a late import, as it writes them into the importing file. */
const listedIn = (file: string) => {
  const [, list = ''] = /__vite__mapDeps=.*?\.f=(\[[^\]]*\])/.exec(readFileSync(join(dist, file), 'utf8')) ?? []
  return new Set(JSON.parse(list) as string[])
}

const shellCalls = entryOf('src/islands/app/core/calls/shell-calls.ts')

/** The screen with which nearly every visit begins. */
const HOME = '/user/overview-main/overview'
/** The service's key, which is not a file. */
const KEY_REQUESTS = 1
/** As the server sends it: compressed where that is smaller. */
const sentBytes = (file: string) =>
  statSync(join(dist, `${file}.br`), { throwIfNoEntry: false })?.size ?? statSync(join(dist, file)).size

interface Screen {
  path: string
  reads: string[]
  draws: string[]
}
/** Read by a process of its own, because reading replaces the modules that the features load late. */
const script =
  "import { declaredScreens } from './scripts/lib/declared-screens.mjs'; console.log(JSON.stringify(await declaredScreens()))"
const screens = JSON.parse(
  execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }),
) as Screen[]

const starts = screens.map(({ path, reads, draws: [module = ''] }) => {
  const parts = early.screens[path] ?? []
  const modules = parts.flatMap((part) => (typeof part === 'number' ? `_astro/${early.files[part]}.js` : []))
  const catalogues = parts.filter((part) => typeof part === 'string')
  return { path, second: new Set([...linked, ...modules]), catalogues, reads, screen: entryOf(module) }
})

describe.each(starts)('$path', ({ path, second, catalogues, reads, screen }) => {
  test('has the modules of its shell and of its reads requested by the head', () => {
    const needed = [...core, ...[shellCalls, ...reads.map(entryOf)].flatMap((file) => [...withImports(file)])]
    expect(needed.filter((file) => !second.has(file))).toEqual([])
  })

  test('has the modules of its code requested with it', () => {
    const importing = [...core].filter((file) => lateOf(file).includes(screen))
    expect(importing).toHaveLength(1)
    const listed = listedIn(importing[0] as string)
    const third = [...withImports(screen)].filter((file) => !second.has(file) && file !== screen)
    expect(third.filter((file) => !listed.has(file))).toEqual([])
  })

  const cap = path === HOME ? firstLoad.home : firstLoad.others

  test(`is drawn after at most ${cap.requests} requests of ${cap.bytes} bytes`, () => {
    const texts = ['app', ...catalogues].map((name) => `locales/en/${name}.json`)
    const files = new Set(['user/index.html', ...second, ...withImports(screen), early.worker.slice(1), ...texts])
    expect(files.size + KEY_REQUESTS, [...files].join('\n')).toBeLessThanOrEqual(cap.requests)
    const bytes = [...files].reduce((sum, file) => sum + sentBytes(file), 0)
    expect(bytes).toBeLessThanOrEqual(cap.bytes)
  })
})
