// Installs the packages that only packing needs: 930 MB, most of them the Node of each system.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { hashOf, run } from '../lib/setup.mjs'

const folder = import.meta.dirname
const stamp = path.join(folder, 'node_modules', '.installed-from')
const windows = process.platform === 'win32'

/** Installs what the lock file names, unless it is there. npm checks every package against its hash in that file. */
export function ensurePackInstalled() {
  const lock = hashOf(readFileSync(path.join(folder, 'package-lock.json'), 'utf8'))
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  console.log('Installing the Node of each system (once, and after a change of scripts/pack/package-lock.json)...')
  // `--force` takes packages that are made for other systems.
  const args = ['ci', '--force', '--ignore-scripts', '--loglevel=error']
  run(windows ? 'npm.cmd' : 'npm', args, { cwd: folder, shell: windows })
  writeFileSync(stamp, lock)
}
