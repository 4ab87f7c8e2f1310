import { spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const notCopied = new Set(['.astro', '.data', '.git', 'dist', 'dist.next', 'node_modules', 'test-results'])

/** The installed packages. */
export const installed = join(root, 'node_modules')

export interface Clone {
  readonly folder: string
  remove(): void
}

/** The project as a fresh clone in a folder of that name. */
export function cloneAs(name: string): Clone {
  const place = mkdtempSync(join(tmpdir(), 'clone-'))
  chmodSync(place, 0o755)
  const folder = join(place, name)
  cpSync(root, folder, { recursive: true, filter: (file) => file === root || !notCopied.has(basename(file)) })
  return { folder, remove: () => rmSync(place, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }) }
}

/** The same with the installed packages. */
export function installedAs(name: string): Clone {
  const clone = cloneAs(name)
  symlinkSync(installed, join(clone.folder, 'node_modules'))
  return clone
}

/** npm in a group of its own, so that `kill` leaves nothing behind. */
export function startNpm(args: readonly string[], cwd = root, settings: Readonly<Record<string, string>> = {}) {
  const child = spawn('npm', args, {
    cwd,
    // Astro does not serve where it finds itself under Vitest.
    env: { ...process.env, VITEST: '', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const kill = () => {
    try {
      process.kill(-Number(child.pid), 'SIGKILL')
    } catch {
      // The group has already ended.
    }
  }
  return { child, kill }
}
