// The commit that is packed: its time is the only time in the packages, so that two builds of it are the same.
import { spawnSync } from 'node:child_process'
import { root } from '../lib/setup.mjs'

/** The oldest time that a zip can hold. */
const WITHOUT_COMMIT = Date.UTC(1980, 0, 1) / 1000

function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

/** `changed` says that the working tree differs from the commit. `seconds` is a Unix time. */
export function packedCommit() {
  const id = git('rev-parse', 'HEAD')
  if (id === undefined) return { id: null, changed: true, seconds: WITHOUT_COMMIT }
  return { id, changed: git('status', '--porcelain') !== '', seconds: Number(git('log', '-1', '--format=%ct')) }
}
