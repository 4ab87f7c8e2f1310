import { readFileSync, statSync } from 'node:fs'
import { pathPattern } from '#lib/rules/paths.ts'

interface Hints {
  readonly changedAt: number
  readonly core: readonly string[]
  /** The page's own security policy, with the hashes of its inline scripts. */
  readonly policy: string | undefined
  /** Modules that each screen of the app needs beside the core. */
  readonly screens: readonly { readonly pattern: RegExp; readonly modules: readonly string[] }[]
}

const moduleHint = (address: string) => `<${address}>; rel=modulepreload`

interface Early {
  /** Names without folder and extension, as the page's own inline script takes them (src/layouts/App.astro). */
  files: string[]
  /** Indexes into `files` and names of catalogues, by the path of the screen. */
  screens: Record<string, (number | string)[]>
}

function readScreens(text: string | undefined): Hints['screens'] {
  if (text === undefined) return []
  const { files, screens } = JSON.parse(text) as Early
  return Object.entries(screens).map(([path, entries]) => ({
    pattern: pathPattern(path),
    modules: entries.flatMap((one) => (typeof one === 'number' ? `/_astro/${files[one]}.js` : [])),
  }))
}

/** Reads the preloads of a built page: links, modules by screen (scripts/preload.mjs), and the service's key. */
function readHints(file: string, changedAt: number): Hints {
  const html = readFileSync(file, 'utf8')
  const modules = [...html.matchAll(/<link rel="modulepreload" href="([^"]+)">/g)].map(([, address = '']) => address)
  const key = /'preload','([^']+\/public-key)'/.exec(html)?.[1]
  const early = /<script type="application\/json" id="early">(.*?)<\/script>/.exec(html)?.[1]
  const keyHint = key === undefined ? [] : [`<${key}>; rel=preload; as=fetch; crossorigin`]
  const [, policy] = /<meta http-equiv="content-security-policy" content="([^"]+)"/i.exec(html) ?? []
  return {
    changedAt,
    core: [...modules.map(moduleHint), ...keyHint],
    policy: policy?.replaceAll('&#39;', "'"),
    screens: readScreens(early),
  }
}

const cache = new Map<string, Hints>()

function hintsOf(file: string): Hints {
  const changedAt = statSync(file).mtimeMs
  const known = cache.get(file)
  if (known?.changedAt === changedAt) return known
  const hints = readHints(file, changedAt)
  cache.set(file, hints)
  return hints
}

/** A page's security policy as a header: its own, and the directives that a meta element cannot set. */
export function policyOf(file: string): string | undefined {
  const { policy } = hintsOf(file)
  return policy && `${policy.replace(/;?\s*$/, '')}; frame-ancestors 'none'`
}

/**
 * The `Link` header of a page: it announces what the HTML will request, which saves the browser a round trip. Undefined for a
 * page without scripts. `path` is the address of a screen of the app.
 */
export function linkHeaderOf(file: string, path = ''): string | undefined {
  const hints = hintsOf(file)
  const screen = hints.screens.find(({ pattern }) => pattern.test(path))
  const all = [...hints.core, ...(screen?.modules ?? []).map(moduleHint)]
  return all.length > 0 ? all.join(', ') : undefined
}
