// Builds the site when something it is made of changed, and says why.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { hashOf, node24, projectEnv, root, run } from './setup.mjs'

const sources = [
  'service/folders.ts',
  'service/miner',
  'service/features/devices/proof.ts',
  'src',
  'public',
  'astro.config.mjs',
  'astro-i18next.config.ts',
  'package-lock.json',
  'scripts/activity.mjs',
  'scripts/icons.mjs',
  'scripts/lazy.mjs',
  'scripts/lib/miner.mjs',
  'scripts/miner.mjs',
  'scripts/pictures',
  'scripts/pictures.mjs',
  'scripts/policy.mjs',
  'scripts/preload.mjs',
  'scripts/properties.mjs',
  'scripts/precompress.mjs',
]
const stamp = path.join(root, 'dist', '.built-from')

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

function whyToBuild(now) {
  if (!existsSync(stamp)) return 'there is no build yet'
  const before = JSON.parse(readFileSync(stamp, 'utf8'))
  const changed = Object.keys(now).filter((group) => now[group] !== before[group])
  return changed.length > 0 ? `${changed.join(', ')} changed` : undefined
}

export function ensureBuilt() {
  const now = fingerprint()
  const reason = whyToBuild(now)
  if (!reason) {
    console.log('The site is built already: nothing it is made of has changed.')
    return
  }
  console.log(`Building the site, because ${reason}...`)
  rmSync(path.join(root, 'dist'), { recursive: true, force: true })
  const env = projectEnv({ NODE_ENV: 'production' })
  run(node24, ['node_modules/astro/bin/astro.mjs', 'build', '--silent'], { env })
  run(node24, ['scripts/activity.mjs'], { env })
  run(node24, ['scripts/lazy.mjs'], { env })
  run(node24, ['scripts/miner.mjs'], { env })
  run(node24, ['scripts/preload.mjs'], { env })
  run(node24, ['scripts/properties.mjs'], { env })
  run(node24, ['scripts/policy.mjs'], { env })
  run(node24, ['scripts/pictures.mjs'], { env })
  run(node24, ['scripts/icons.mjs'], { env })
  run(node24, ['scripts/precompress.mjs'], { env })
  writeFileSync(stamp, JSON.stringify(now))
}
