import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { MINER_VERSION } from '#service/programs/miner/options.ts'
import { root } from '../../scripts/lib/setup.mjs'

/** A first run installs the Node that is packed, and the machine may be busy. */
export const PACK_LIMIT_MS = 1_200_000

/** The service that the program mines for unless it is told another. */
export const PACKED_SERVICE = 'https://mine.example'
/** Name of the archive without its ending, and of the folder in it. */
export const ARCHIVE = `idleforge-miner-${MINER_VERSION}-linux-x64`

/** Packs the miner for Linux x64 into a folder, as `npm run pack` does. */
export function packLinux(output: string, ...options: string[]): void {
  const env = { ...process.env, PUBLIC_SITE: PACKED_SERVICE }
  const args = ['scripts/pack.mjs', 'miner', 'linux-x64', '--output', output, ...options]
  execFileSync(process.execPath, args, { cwd: root, env, stdio: 'pipe' })
}

/** Unpacks the archive that was packed; returns its program. */
export function unpackMiner(packed: string, folder: string): string {
  execFileSync('tar', ['-xzf', join(packed, `${ARCHIVE}.tar.gz`), '-C', folder])
  return join(folder, ARCHIVE, 'idleforge-miner')
}

/** Options of a process that has neither Node nor anything of the project in reach. Its home is empty before the first one. */
export function bareProcess(folder: string) {
  const home = join(folder, 'home')
  mkdirSync(home, { recursive: true })
  return { cwd: home, env: { HOME: home, PATH: '/nowhere' } }
}
