// Packages that `npm run pack` has made here.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { node24, projectEnv, root } from './setup.mjs'

const folder = path.join(root, 'packages', 'miner')

/** Outside production, publishes what was packed, so that the download page offers it. In production an operator does that. */
export function publishPacked(settings) {
  if (process.env.NODE_ENV === 'production' || !existsSync(folder)) return
  const args = ['service/programs/operate/main.ts', 'versions', 'publish', folder, '--yes']
  const child = spawn(node24, args, { cwd: root, env: projectEnv(settings), stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  child.on('exit', () => console.log(`  Packages of the miner: ${output.trim()}\n`))
}
