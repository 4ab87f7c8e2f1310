import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { installedBinaries } from '#service/platform/db/embedded/binaries.ts'
import { removeFolder } from '#service/platform/db/embedded/cluster.ts'
import { findEmbeddedUrl } from '#service/platform/db/embedded/find-embedded.ts'
import { clusterOf } from '#service/platform/db/embedded/home.ts'
import { findRunning } from '#service/platform/db/embedded/running-server.ts'
import { startEmbedded } from '#service/platform/db/embedded/start.ts'
import { cleanUp, cleanups, isRoot, kill, newFolder, outputOf, query, spawnOwner, start } from '#world/embedded.ts'

afterEach(cleanUp)

test('starts on the loopback address, with a password that only its owner can read', async () => {
  const { url, cluster, adopted, lines } = await start(join(newFolder(), 'data'))
  expect(await query(url, 'show listen_addresses')).toEqual(['127.0.0.1'])
  expect(await query(url, 'show unix_socket_directories')).toEqual([''])
  expect(await query(url, 'select current_database()::text')).toEqual(['svc'])
  expect(adopted).toBe(false)
  expect(statSync(join(cluster, 'idleforge.password')).mode & 0o777).toBe(0o600)
  expect(lines.join()).toContain('embedded PostgreSQL started')
  await expect(query(url.replace(/:[^:@]+@/, ':guess@'), 'select 1')).rejects.toThrow('password')
})

test('is found beside its owner, and a server that refuses connections says why', async () => {
  const folder = newFolder()
  const parts = { folder, database: 'svc' }
  expect(await findEmbeddedUrl(parts)).toBeUndefined()
  const { url, cluster, stop } = await start(folder, { fast: false })
  expect(await findEmbeddedUrl(parts)).toBe(url)
  expect(await findEmbeddedUrl({ folder, database: 'later' })).toBeUndefined()
  const clients: pg.Client[] = []
  cleanups.push(() => Promise.all(clients.map((client) => client.end())))
  const takeOne = async () => {
    const client = new pg.Client(url)
    await client.connect()
    clients.push(client)
    return takeOne()
  }
  await expect(takeOne()).rejects.toThrow('too many clients')
  await expect(findEmbeddedUrl(parts)).rejects.toThrow('too many clients')
  const { pid = 0 } = findRunning(cluster) ?? {}
  process.kill(pid, 'SIGSTOP')
  try {
    await expect(findEmbeddedUrl(parts, 100)).rejects.toThrow('it runs, but has not answered within 0.1 s')
  } finally {
    process.kill(pid, 'SIGCONT')
  }
  await Promise.all(clients.splice(0).map((client) => client.end()))
  await expect.poll(() => findEmbeddedUrl(parts)).toBe(url)
  await stop()
  expect(await findEmbeddedUrl(parts)).toBeUndefined()
})

test('keeps data over a stop, and leaves no server running', async () => {
  const folder = newFolder()
  const first = await start(folder)
  await query(first.url, 'create table kept as select 42 as n')
  await first.stop()
  expect(findRunning(first.cluster)).toBeUndefined()
  const second = await start(folder)
  expect(second.adopted).toBe(false)
  expect(await query(second.url, 'select n from kept')).toEqual([42])
})

test('knows letter cases beyond ASCII, and Chinese', async () => {
  const { url } = await start(newFolder())
  expect(await query(url, `select lower('ÉCOLE'), upper('straße 矿机')`)).toEqual([
    'école',
    'STRASSE 矿机'.replace('SS', 'ß'),
  ])
})

test('refuses a second owner, and leaves the first alone', async () => {
  const folder = newFolder()
  const { url } = await start(folder)
  await expect(startEmbedded({ folder, database: 'svc' })).rejects.toThrow(
    `another process runs on the database in ${folder}`,
  )
  expect((await outputOf(spawnOwner(folder))).error).toContain('another process runs')
  expect(await query(url, 'select 1')).toEqual([1])
})

test('has exactly one owner when two start at once on an empty folder', async () => {
  const folder = newFolder()
  const results = await Promise.all([outputOf(spawnOwner(folder)), outputOf(spawnOwner(folder))])
  expect(results.filter(({ error }) => error?.includes('another process runs'))).toHaveLength(1)
  expect(results.filter(({ url }) => url)).toHaveLength(1)
  expect(readdirSync(folder).filter((name) => name.startsWith('making-'))).toEqual([])
})

test('takes over the server that a killed owner left behind, and stops it at its own end', async () => {
  const folder = newFolder()
  const owner = spawnOwner(folder)
  const left = await outputOf(owner)
  await query(left.url, 'create table kept as select 42 as n')
  await kill(owner)
  const next = await start(folder)
  expect([next.adopted, next.url]).toEqual([true, left.url])
  expect(await query(next.url, 'select n from kept')).toEqual([42])
  await next.stop()
  expect(findRunning(next.cluster)).toBeUndefined()
})

test('stops the server when the process exits without a stop', async () => {
  const folder = newFolder()
  await outputOf(spawnOwner(folder, { finish: 'exit' }))
  await expect.poll(() => findRunning(clusterOf(folder))).toBeUndefined()
})

test('leaves no server behind when the process ends while it starts', async () => {
  const folder = newFolder()
  const owner = spawnOwner(folder, { finish: 'early' })
  const words: Buffer[] = []
  owner.stdout?.on('data', (chunk) => words.push(chunk))
  await once(owner, 'close')
  expect(Buffer.concat(words).toString()).toBe('')
  expect(existsSync(clusterOf(folder))).toBe(true)
  await expect.poll(() => findRunning(clusterOf(folder))).toBeUndefined()
})

test('leaves a server that it has started to another process that owned it first', async () => {
  const folder = newFolder()
  const slow = spawnOwner(folder, { finish: 'pause' })
  const running = () => findRunning(clusterOf(folder))
  await expect.poll(() => running()).toBeDefined()
  const { url, adopted } = await start(folder)
  const pid = running()?.pid
  slow.kill('SIGCONT')
  const exit = once(slow, 'exit')
  expect((await outputOf(slow)).error).toContain('another process runs')
  await exit
  expect(adopted).toBe(true)
  expect(await query(url, 'select 1')).toEqual([1])
  expect(running()?.pid).toBe(pid)
})

test('starts over after a first start that was killed half-way', async () => {
  const folder = newFolder()
  const isMaking = new Promise<void>((resolve) => {
    const watcher = watch(folder, () => resolve())
    cleanups.push(() => watcher.close())
  })
  const owner = spawnOwner(folder)
  await isMaking
  await kill(owner)
  expect(existsSync(clusterOf(folder))).toBe(false)
  expect(await query((await start(folder)).url, 'select 1')).toEqual([1])
  expect(readdirSync(folder).filter((name) => name.startsWith('making-'))).toEqual([])
})

test('removes a folder in which another process deletes at the same time', async () => {
  const made = join(newFolder(), 'made')
  for (let index = 0; index < 40; index += 1) {
    mkdirSync(join(made, `${index}`), { recursive: true })
    for (let file = 0; file < 40; file += 1) writeFileSync(join(made, `${index}`, `${file}`), '')
  }
  const other = spawn('sh', ['-c', 'echo begun; rm -rf "$0"/*', made], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(other, 'exit')
  await once(other.stdout, 'data')
  removeFolder(made)
  expect(existsSync(made)).toBe(false)
  await ended
})

test('starts although the lock file of a dead server names a running process', async () => {
  const folder = newFolder()
  const { stop, cluster } = await start(folder)
  await stop()
  writeFileSync(join(cluster, 'postmaster.pid'), `${process.pid}\n${cluster}\n1790000000\n5432\n\n127.0.0.1\n`)
  const again = await start(folder)
  expect([again.adopted, await query(again.url, 'select 1')]).toEqual([false, [1]])
})

test('owns the server again after it crashed inside and recovered', async () => {
  const folder = newFolder()
  const { url } = await start(folder)
  const [backend] = await query(url, `select pid from pg_stat_activity where application_name like 'idleforge owner%'`)
  process.kill(Number(backend), 'SIGKILL')
  const owners = `select count(*)::int from pg_locks where locktype = 'advisory' and pid <> ${backend}`
  await expect.poll(() => query(url, owners)).toEqual([1])
  await expect(startEmbedded({ folder, database: 'svc' })).rejects.toThrow('another process')
})

test('B2 starts the server again, at its address, when it was killed', async () => {
  const folder = newFolder()
  const { url, cluster, lines, stop } = await start(folder, { fast: false })
  await query(url, 'create table kept as select 42 as n')
  for (const times of [1, 2]) {
    const { pid = 0 } = findRunning(cluster) ?? {}
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => query(url, 'select n from kept')).toEqual([42])
    expect(findRunning(cluster)?.pid).not.toBe(pid)
    const owners = `select count(*)::int from pg_locks where locktype = 'advisory'`
    await expect.poll(() => query(url, owners)).toEqual([1])
    expect(lines.filter((line) => line.includes('started again'))).toHaveLength(times)
  }
  await expect(startEmbedded({ folder, database: 'svc' })).rejects.toThrow('another process')
  await stop()
  expect(findRunning(cluster)).toBeUndefined()
})

test('B2 stays down when it is stopped while its server is killed', async () => {
  const { cluster, stop } = await start(newFolder())
  process.kill(findRunning(cluster)?.pid ?? 0, 'SIGKILL')
  await stop()
  expect(findRunning(cluster)).toBeUndefined()
})

describe('the binaries', () => {
  const copied = async (folder: string) => {
    const binaries = join(folder, 'native')
    cpSync(await installedBinaries(), binaries, { recursive: true, verbatimSymlinks: true })
    return binaries
  }
  const linksOf = (binaries: string) => {
    const links = JSON.parse(readFileSync(join(binaries, 'pg-symlinks.json'), 'utf8')) as { target: string }[]
    return links.map(({ target }) => join(binaries, target.replace(/^native\//, '')))
  }

  test('get the links that their install script did not make', async () => {
    const binaries = await copied(newFolder())
    for (const link of linksOf(binaries)) rmSync(link)
    expect(await query((await start(newFolder(), { binaries })).url, 'select 1')).toEqual([1])
    for (const link of linksOf(binaries)) expect(lstatSync(link).isSymbolicLink()).toBe(true)
  })

  test.runIf(isRoot)("are copied with their links when the server's user cannot reach them", async () => {
    const hidden = newFolder()
    const binaries = await copied(hidden)
    chmodSync(hidden, 0o700)
    const { url, folder } = await start(newFolder(), { binaries })
    expect(await query(url, 'select 1')).toEqual([1])
    expect(existsSync(join(folder, 'postgresql', 'bin', 'postgres'))).toBe(true)
  })

  test('are missing for a platform, and the error says what to set', async () => {
    const platform = vi.spyOn(process, 'platform', 'get').mockReturnValue('sunos')
    await expect(startEmbedded({ folder: newFolder(), database: 'svc' })).rejects.toThrow(/sunos.*set DATABASE_URL/)
    platform.mockRestore()
  })
})
