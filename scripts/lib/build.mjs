// Builds the site when something it is made of changed, and says why.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { checkSiteSettings } from './settings.mjs'
import { fail, hashOf, node24, projectEnv, root, run } from './setup.mjs'

const sources = [
  'service/platform/folders.ts',
  'service/platform/share-proof.ts',
  'service/programs/host',
  'service/programs/miner',
  'service/programs/network.ts',
  'src',
  'public',
  'astro.config.mjs',
  'astro-i18next.config.ts',
  'package-lock.json',
  'scripts/activity.mjs',
  'scripts/editor',
  'scripts/editor.mjs',
  'scripts/islands.mjs',
  'scripts/trim-styles.mjs',
  'scripts/unused-rules.mjs',
  'scripts/fold-properties.mjs',
  'scripts/icons.mjs',
  'scripts/lazy.mjs',
  'scripts/lib/browsers.mjs',
  'scripts/lib/catalogues.mjs',
  'scripts/lib/chunks.mjs',
  'scripts/lib/compression.mjs',
  'scripts/lib/declared-screens.mjs',
  'scripts/lib/dev-content.mjs',
  'scripts/lib/dev-site.mjs',
  'scripts/lib/font-tables.ts',
  'scripts/lib/manifest.mjs',
  'scripts/lib/mark.mjs',
  'scripts/lib/repository.mjs',
  'scripts/lib/social-picture.ts',
  'scripts/host.mjs',
  'scripts/lib/host.mjs',
  'scripts/lib/miner.mjs',
  'scripts/lib/styles.mjs',
  'scripts/lib/window-page.mjs',
  'scripts/miner.mjs',
  'scripts/picture-sizes.mjs',
  'scripts/pictures',
  'scripts/pictures.mjs',
  'scripts/policy.mjs',
  'scripts/preload.mjs',
  'scripts/properties.mjs',
  'scripts/redirects.mjs',
  'scripts/precompress.mjs',
]
/** Steps after Astro's build, in this order; each takes the folder. */
const steps = [
  'picture-sizes',
  'activity',
  'lazy',
  'miner',
  'host',
  'preload',
  'islands',
  'trim-styles',
  'unused-rules',
  'fold-properties',
  'properties',
  'policy',
  'pictures',
  'icons',
  'redirects',
  'editor',
  'precompress',
]
const stampName = '.built-from'
const dist = path.join(root, 'dist')

function* filesIn(place) {
  const full = path.join(root, place)
  if (!existsSync(full)) return
  if (statSync(full).isFile()) {
    yield place
    return
  }
  for (const entry of readdirSync(full, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const inside = path.join(place, entry.name)
    if (entry.isDirectory()) yield* filesIn(inside)
    else yield inside
  }
}

/** A hash for each group of sources, and one of the settings that are built into the pages. */
function fingerprint() {
  const groups = Object.fromEntries(
    sources.map((place) => [
      place,
      hashOf(...[...filesIn(place)].flatMap((file) => [file, readFileSync(path.join(root, file), 'latin1')])),
    ]),
  )
  const settings = Object.entries(process.env).filter(
    ([name]) => name.startsWith('PUBLIC_') && name !== 'PUBLIC_ORIGIN',
  )
  return { ...groups, 'PUBLIC_ settings': hashOf(...settings.sort().flat()) }
}

function rebuildReason(now) {
  const stamp = path.join(dist, stampName)
  if (!existsSync(stamp)) return 'there is no build yet'
  const before = JSON.parse(readFileSync(stamp, 'utf8'))
  const changed = Object.keys(now).filter((group) => now[group] !== before[group])
  return changed.length > 0 ? `${changed.join(', ')} changed` : undefined
}

/** Mistakes in the texts are named in an editor's words, before the build fails on them in its own. */
function checkTexts() {
  const { status } = spawnSync(node24, ['scripts/check-content.mjs', '--without-history'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) fail('The site stays as it was: correct the mistakes listed above, and start again.')
}

/** Steps for a published site alone: they take as long as all others. */
const forPublication = ['pictures', 'icons', 'precompress']

/** Builds the site into an empty folder. */
function buildInto(folder, some = steps) {
  const env = projectEnv({ NODE_ENV: 'production' })
  run(node24, ['node_modules/astro/bin/astro.mjs', 'build', '--silent', '--outDir', folder], { env })
  for (const step of some) run(node24, [`scripts/${step}.mjs`, folder], { env })
}

/**
 * Builds the site with the settings of this process into a folder of its own, and leaves `dist` as it is: to try settings, without
 * the pictures of links and compressed copies.
 */
export function buildBeside(folder) {
  checkSiteSettings(process.env)
  rmSync(path.resolve(root, folder), { recursive: true, force: true })
  buildInto(
    folder,
    steps.filter((step) => !forPublication.includes(step)),
  )
}

/** A build that fails leaves the one before as it is: a service may be serving it. */
export function ensureBuilt() {
  checkSiteSettings(process.env)
  const now = fingerprint()
  const reason = rebuildReason(now)
  if (!reason) {
    console.log('The site is built already: nothing it is made of has changed.')
    return
  }
  checkTexts()
  console.log(`Building the site, because ${reason}...`)
  const [next, before] = ['dist.next', 'dist.before']
  for (const folder of [next, before]) rmSync(path.join(root, folder), { recursive: true, force: true })
  buildInto(next)
  writeFileSync(path.join(root, next, stampName), JSON.stringify(now))
  if (existsSync(dist)) renameSync(dist, path.join(root, before))
  renameSync(path.join(root, next), dist)
  rmSync(path.join(root, before), { recursive: true, force: true })
}
