// Installs the packages that only packing needs, each when it is first needed: the Node of a system is a download of 55 MB.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { NPM_LIMIT_MS, npmDownload, root } from '../lib/setup.mjs'
import { lockedTree } from './locked-packages.mjs'

const folder = import.meta.dirname
const stamps = path.join(folder, 'node_modules', '.installed')
const stampOf = (name) => path.join(stamps, name)
const windows = process.platform === 'win32'

const isInstalled = (name) =>
  existsSync(stampOf(name)) && readFileSync(stampOf(name), 'utf8') === JSON.stringify(lockedTree(name))

/** Runs npm in a folder with a lock file of these packages alone. npm checks each against its hash there. */
function installInto(place, names, trees) {
  const dependencies = Object.fromEntries(
    names.map((name, index) => [name, trees[index][`node_modules/${name}`].version]),
  )
  const write = (file, data) => writeFileSync(path.join(place, file), JSON.stringify(data))
  write('package.json', { private: true, dependencies })
  write('package-lock.json', { lockfileVersion: 3, packages: Object.assign({ '': { dependencies } }, ...trees) })
  // `--force` takes packages that are made for other systems.
  const args = ['ci', '--force', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...npmDownload]
  const options = { cwd: place, shell: windows, stdio: ['ignore', 2, 2], timeout: NPM_LIMIT_MS }
  const { status, error } = spawnSync(windows ? 'npm.cmd' : 'npm', args, options)
  if (error || status !== 0)
    throw new Error(
      `${Object.entries(dependencies)
        .map((one) => one.join('@'))
        .join(', ')} could not be installed: ${error?.message ?? 'see what npm says above'}.\n` +
        'Check that this machine reaches the registry of `npm config get registry`, and run the command again: what is installed stays.',
    )
}

/** Installs these packages and what they need, unless they are there. */
export function ensurePackages(names) {
  const missing = names.filter((name) => !isInstalled(name))
  if (missing.length === 0) return
  console.error(
    `Installing ${missing.join(', ')} from npm (once, and after a change of scripts/pack/package-lock.json)...`,
  )
  const trees = missing.map(lockedTree)
  mkdirSync(path.join(root, '.cache'), { recursive: true })
  const work = mkdtempSync(path.join(root, '.cache', 'pack-'))
  try {
    installInto(work, missing, trees)
    for (const place of Object.keys(Object.assign({}, ...trees))) {
      const target = path.join(folder, place)
      rmSync(target, { recursive: true, force: true })
      mkdirSync(path.dirname(target), { recursive: true })
      renameSync(path.join(work, place), target)
    }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  mkdirSync(stamps, { recursive: true })
  for (const [index, name] of missing.entries()) writeFileSync(stampOf(name), JSON.stringify(trees[index]))
}
