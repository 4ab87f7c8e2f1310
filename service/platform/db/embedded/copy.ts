import { constants } from 'node:fs'
import { chown, mkdir, open, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Account } from './account.ts'

/** Recreated by every start: only the folders have to exist (PostgreSQL, "Backing Up the Data Directory"). */
const emptyFolders = new Set([
  ...['pg_dynshmem', 'pg_notify', 'pg_replslot', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans', 'pg_wal'],
]) // biome-ignore format: a list reads better in rows
/** Copied last, as pg_basebackup does: it records how far the data files have come. */
const control = join('global', 'pg_control')
const skipped = new Set(['postmaster.pid', 'postmaster.opts', control])

interface CopyOptions {
  from: string
  to: string
  /** The owner of the copy: the server's user. */
  account: Account | undefined
}

/**
 * Copies the cluster of a running server into `to`, which must not exist, while writes continue (PostgreSQL, "Making a Base
 * Backup Using the Low Level API"). A server that starts on the copy first replays the writes of that time and then has the
 * state at the end of the copy. Everything is flushed to disk when this resolves. Rejects with the error of the server or of
 * the file system, and leaves a partial copy.
 */
export async function copyCluster(parts: CopyOptions & { url: string }): Promise<void> {
  const { from, to, account } = parts
  const client = new pg.Client({ connectionString: parts.url, application_name: `idleforge backup ${process.pid}` })
  // A lost connection also rejects the query that runs on it.
  client.on('error', () => {})
  await client.connect()
  try {
    const slot = `backup_${process.pid}`
    // Keeps the WAL from here on until this connection ends.
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot])
    await client.query('select pg_backup_start($1, true)', [slot])
    await makeFolder(to, account)
    await copyFolder(parts, '')
    await copyOne(parts, control)
    const label = await stopBackup(client)
    await writeFile(join(to, 'backup_label'), label.text, { mode: 0o600 })
    await syncFile(join(to, 'backup_label'), account)
    const written = await readdir(join(from, 'pg_wal'))
    const needed = written.filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= label.first && name <= label.last)
    for (const name of needed) await copyOne(parts, join('pg_wal', name))
  } finally {
    await client.end().catch(() => {})
  }
}

async function stopBackup(client: pg.Client): Promise<{ text: string; first: string; last: string }> {
  const { rows } = await client.query<{ labelfile: string; last: string }>(
    'select labelfile, pg_walfile_name(lsn) as last from pg_backup_stop(false)',
  )
  const [stopped] = rows
  const first = stopped && /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)$/m.exec(stopped.labelfile)?.[1]
  if (!stopped || !first) throw new Error(`the server does not say where its backup begins: ${stopped?.labelfile}`)
  return { text: stopped.labelfile, first, last: stopped.last }
}

async function copyFolder(parts: CopyOptions, folder: string): Promise<void> {
  for (const entry of await readdir(join(parts.from, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (skipped.has(path) || entry.name.startsWith('pgsql_tmp')) continue
    if (entry.isDirectory()) {
      await makeFolder(join(parts.to, path), parts.account)
      if (!emptyFolders.has(path)) await copyFolder(parts, path)
    } else await copyOne(parts, path)
  }
}

async function makeFolder(folder: string, account: Account | undefined): Promise<void> {
  await mkdir(folder, { mode: 0o700 })
  if (account) await chown(folder, account.uid, account.gid)
}

const CHUNK_BYTES = 1 << 20

/**
 * Copies one file of a cluster and flushes it to disk. A missing file is skipped: a table that was dropped meanwhile, as the
 * replay will know. A cluster has no links, and one may lead anywhere: it throws ELOOP.
 */
export async function copyOne({ from, to, account }: CopyOptions, path: string): Promise<void> {
  const opened = await open(join(from, path), constants.O_RDONLY | constants.O_NOFOLLOW).catch((error) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  })
  if (!opened) return
  await using source = opened
  await using target = await open(join(to, path), 'wx', 0o600)
  await target.writeFile(source.createReadStream({ highWaterMark: CHUNK_BYTES, autoClose: false }))
  await target.sync()
  if (account) await target.chown(account.uid, account.gid)
}

async function syncFile(path: string, account: Account | undefined): Promise<void> {
  await using file = await open(path, 'r+')
  await file.sync()
  if (account) await file.chown(account.uid, account.gid)
}
