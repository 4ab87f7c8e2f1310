// Packages that `npm run pack` has made here.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { node24, projectEnv, root } from './setup.mjs'

/** The folders of `npm run pack`, relative to the project. */
export const packFolders = ['packages/miner', 'packages/android']

/**
 * Outside production, publishes what was packed, so that the download page offers it; in production an operator does that.
 * Returns what the operator's program said; undefined where there is nothing to publish.
 */
export async function publishPacked(settings, name) {
  const folder = path.resolve(root, name)
  if (process.env.NODE_ENV === 'production' || !existsSync(folder)) return undefined
  const args = ['service/programs/operate/main.ts', 'versions', 'publish', folder, '--yes']
  const child = spawn(node24, args, { cwd: root, env: projectEnv(settings), stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  await once(child, 'close')
  return output.trim()
}
