import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { clusterOf } from '#service/platform/db/embedded/home.ts'
import { type EmbeddedOptions, startEmbedded } from '#service/platform/db/embedded/start.ts'
import { asUser } from './ordinary-user.ts'

export const isRoot = process.getuid?.() === 0
export const cleanups: (() => unknown)[] = []

/** Cleans up after a test. */
export async function cleanUp(): Promise<void> {
  for (const clean of cleanups.splice(0).reverse()) await clean()
}

/** A temporary folder that any user may reach. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-'))
  chmodSync(folder, 0o755)
  cleanups.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
  return folder
}

/** A system without a user `postgres`, like a bare Node container: a fake `id` reports that. */
export function withoutPostgres(): Record<string, string> {
  const bin = newFolder()
  writeFileSync(join(bin, 'id'), '#!/bin/sh\n[ "$2" = postgres ] && exit 1\nexec /usr/bin/id "$@"\n', { mode: 0o755 })
  return { PATH: `${bin}:${process.env.PATH}` }
}

/** The embedded database on a folder, with its log lines. */
export async function start(folder: string, parts: Partial<EmbeddedOptions> = {}) {
  const lines: string[] = []
  const record = (line: string) => void lines.push(line)
  const log = { info: record, warn: record }
  const database = await startEmbedded({ folder, database: 'svc', fast: true, log, ...parts })
  cleanups.push(database.stop)
  return { ...database, lines, cluster: clusterOf(database.folder) }
}

interface Output {
  url: string
  folder: string
  adopted: boolean
  error?: string
}

/** A process of its own that owns the database of a folder. */
export function spawnOwner(
  folder: string,
  options: { finish?: string; uid?: number; env?: Record<string, string> } = {},
): ChildProcess {
  const script = fileURLToPath(new URL('./own-database.ts', import.meta.url))
  const { finish, env, uid } = options
  const command = [process.execPath, script, folder, ...(finish ? [finish] : [])]
  const [program = '', ...args] = [...(uid === undefined ? [] : asUser(uid)), ...command]
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  cleanups.push(() => child.kill('SIGKILL'))
  return child
}

export async function outputOf(child: ChildProcess): Promise<Output> {
  if (!child.stdout) throw new Error('no output')
  const [line] = await once(createInterface(child.stdout), 'line')
  return JSON.parse(line)
}

export async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

/** The values of all rows. */
export async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}
