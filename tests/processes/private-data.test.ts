import { type ChildProcess, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { protectDataDir } from '#service/platform/data-dir.ts'
import { canReach } from '#service/platform/db/embedded/account.ts'
import { allowTraversal } from '#service/platform/db/embedded/folder-access.ts'
import { clusterOf } from '#service/platform/db/embedded/home.ts'
import { findRunning } from '#service/platform/db/embedded/running-server.ts'
import { startProcess } from '#world/child.ts'
import {
  cleanUp,
  cleanups,
  isRoot,
  kill,
  newFolder,
  outputOf,
  query,
  spawnOwner,
  withoutPostgres,
} from '#world/embedded.ts'
import { testSettings } from '#world/world.ts'

afterEach(cleanUp)

/** Numbers that nothing here has: of a stranger, and of `nobody`. */
const STRANGER = 58_999
const NOBODY = 65_534

/** Paths below a folder that another user can read or list. */
function readableBy(uid: number, folder: string): string[] {
  const { stdout } = spawnSync('find', [folder, '-readable', '!', '-type', 'l'], {
    uid,
    gid: uid,
    encoding: 'utf8',
    cwd: '/',
  })
  return stdout.split('\n').filter((line) => line !== '')
}

/** Entries with rights for anybody but their owner, except passing through as the server's group. */
const tooOpen = (folder: string): string[] =>
  spawnSync('find', [folder, '-mindepth', '1', '-perm', '/0067', '!', '-type', 'l'], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((line) => line !== '')

async function startService(dataDir: string, env: Record<string, string> = {}) {
  const { DATABASE_URL: _, SM2_PRIVATE_KEY: __, PASSWORD_PEPPER: ___, ...settings } = testSettings('', dataDir)
  const service = await startProcess({ ...settings, TEST_CHAIN: '1', NODE_ENV: 'development', ...env })
  cleanups.push(() => service.stop())
  return service
}

describe.each([
  ['where the system has a user for the database', () => ({})],
  ['where it has none', withoutPostgres],
] as const)('nothing under DATA_DIR is readable by others, %s', (_, env) => {
  test('after a first start and after the next', async () => {
    const dataDir = join(newFolder(), 'data')
    for (let start = 0; start < 2; start += 1) {
      const service = await startService(dataDir, env())
      expect(readdirSync(dataDir)).toEqual(expect.arrayContaining(['pepper', 'postgres', 'sm2.key', 'testchain']))
      expect(await service.stop()).toBe(0)
      expect(existsSync(join(dataDir, 'testchain', 'state.json'))).toBe(true)
      for (const uid of isRoot ? [STRANGER, NOBODY] : [])
        expect(readableBy(uid, dataDir).filter((place) => place !== dataDir)).toEqual([])
      expect(tooOpen(dataDir)).toEqual([])
    }
  })

  test('also after an older version has left them open', async () => {
    const dataDir = join(newFolder(), 'data')
    mkdirSync(join(dataDir, 'testchain'), { recursive: true })
    mkdirSync(join(dataDir, 'downloads'))
    const left = [
      'testchain/state.json.unreadable',
      'downloads/idleforge-windows-1.0.0.zip',
      'stand-ins.json',
      'pepper.away',
    ]
    for (const name of left) writeFileSync(join(dataDir, name), '{}')
    for (const place of [
      dataDir,
      join(dataDir, 'testchain'),
      join(dataDir, 'downloads'),
      ...left.map((name) => join(dataDir, name)),
    ])
      chmodSync(place, statSync(place).isDirectory() ? 0o777 : 0o666)
    const service = await startService(dataDir, env())
    expect(tooOpen(dataDir)).toEqual([])
    expect(statSync(dataDir).mode & 0o067).toBe(0)
    await service.stop()
  })
})

test('a folder with other files keeps its mode, and our files in it are private', async () => {
  const dataDir = newFolder()
  writeFileSync(join(dataDir, 'somebody-elses'), 'x', { mode: 0o644 })
  const service = await startService(dataDir)
  await service.stop()
  expect(statSync(dataDir).mode & 0o777).toBe(0o755)
  expect(tooOpen(dataDir)).toEqual([join(dataDir, 'somebody-elses')])
})

test.runIf(isRoot)('a folder with a demo lets the user of the demo’s database pass, and shows nothing', () => {
  const dataDir = newFolder()
  mkdirSync(join(dataDir, 'demo'))
  writeFileSync(join(dataDir, 'pepper'), 'x', { mode: 0o644 })
  expect(protectDataDir({ dataDir })).toEqual([])
  expect(statSync(dataDir).mode & 0o777).toBe(0o711)
  // As the start of its own database does.
  allowTraversal(dataDir, { uid: STRANGER, gid: STRANGER }, 0o001)
  expect(statSync(dataDir).mode & 0o777).toBe(0o711)
  expect(statSync(join(dataDir, 'pepper')).mode & 0o777).toBe(0o600)
})

test.runIf(isRoot)('an operator of another user gets that reason, and not that there is no database', ({ skip }) => {
  const stranger = { uid: STRANGER, gid: STRANGER }
  skip(!canReach(process.cwd(), stranger), 'this checkout is in a folder that other users cannot enter')
  const dataDir = join(newFolder(), 'data')
  mkdirSync(clusterOf(join(dataDir, 'postgres')), { recursive: true })
  const { SM2_PRIVATE_KEY: _, DATABASE_URL: __, ...settings } = testSettings('', dataDir)
  const ask = () =>
    spawnSync(process.execPath, ['service/programs/operate/main.ts', 'users'], {
      ...{ ...stranger, encoding: 'utf8', timeout: 60_000 },
      env: { PATH: process.env.PATH, ...settings, SM2_PRIVATE_KEY: '' },
    })
  for (const place of [dataDir, join(dataDir, 'postgres')]) {
    chmodSync(place, 0o700)
    const { stderr, status } = ask()
    expect(stderr).toContain('This user may not look into')
    expect(status).not.toBe(0)
    chmodSync(place, 0o755)
  }
})

describe.runIf(isRoot)('the database never runs as nobody', () => {
  const uidOf = (folder: string) => statSync(`/proc/${findRunning(clusterOf(folder))?.pid}`).uid

  /** The data and the server of an older version. */
  async function asNobody(folder: string): Promise<ChildProcess> {
    chownSync(folder, NOBODY, NOBODY)
    const owner = spawnOwner(folder, { uid: NOBODY })
    await query((await outputOf(owner)).url, 'create table kept as select 42 as n')
    expect(uidOf(folder)).toBe(NOBODY)
    return owner
  }

  test('a new one has a uid of its own, the same on each start', async () => {
    const folder = newFolder()
    const uids: number[] = []
    for (let start = 0; start < 2; start += 1) {
      const owner = spawnOwner(folder, { env: withoutPostgres() })
      expect(await query((await outputOf(owner)).url, 'select 1')).toEqual([1])
      uids.push(uidOf(folder))
      const ended = once(owner, 'exit')
      owner.stdin?.end()
      await ended
    }
    const [uid = 0] = uids
    expect(uids).toEqual([uid, uid])
    expect([0, NOBODY, process.getuid?.()]).not.toContain(uid)
    expect(readFileSync('/etc/passwd', 'utf8')).not.toMatch(new RegExp(`^[^:]*:[^:]*:${uid}:`, 'm'))
    expect(statSync(clusterOf(folder)).uid).toBe(uid)
  })

  test('one of an older version is taken from `nobody` at the next start', async () => {
    const folder = newFolder()
    const older = await asNobody(folder)
    const stopped = once(older, 'exit')
    older.stdin?.end()
    await stopped
    for (let start = 0; start < 2; start += 1) {
      const owner = spawnOwner(folder, { env: withoutPostgres() })
      expect(await query((await outputOf(owner)).url, 'select n from kept')).toEqual([42])
      expect(uidOf(folder)).not.toBe(NOBODY)
      const ended = once(owner, 'exit')
      owner.stdin?.end()
      await ended
    }
    expect(spawnSync('find', [folder, '-uid', String(NOBODY)], { encoding: 'utf8' }).stdout).toBe('')
  })

  test('also where a start was killed while it took them over', async () => {
    const folder = newFolder()
    const older = await asNobody(folder)
    const stopped = once(older, 'exit')
    older.stdin?.end()
    await stopped
    // The cluster's own folder is the last that changes hands.
    for (const name of ['base', 'global'])
      spawnSync('chown', ['-R', `${STRANGER}:${STRANGER}`, join(clusterOf(folder), name)])
    chownSync(folder, 0, STRANGER)
    const owner = spawnOwner(folder, { env: withoutPostgres() })
    expect(await query((await outputOf(owner)).url, 'select n from kept')).toEqual([42])
    const { uid } = statSync(clusterOf(folder))
    expect([0, NOBODY, STRANGER]).not.toContain(uid)
    expect(spawnSync('find', [clusterOf(folder), '!', '-uid', String(uid)], { encoding: 'utf8' }).stdout).toBe('')
  })

  test('also while its server was left running', async () => {
    const folder = newFolder()
    await kill(await asNobody(folder))
    const before = findRunning(clusterOf(folder))?.pid
    const owner = spawnOwner(folder, { env: withoutPostgres() })
    expect(await query((await outputOf(owner)).url, 'select n from kept')).toEqual([42])
    expect(findRunning(clusterOf(folder))?.pid).not.toBe(before)
    expect(uidOf(folder)).not.toBe(NOBODY)
  })

  test('and is refused while another service runs on it', async () => {
    const folder = newFolder()
    await asNobody(folder)
    const { error } = await outputOf(spawnOwner(folder, { env: withoutPostgres() }))
    expect(error).toContain('another process runs')
    expect(uidOf(folder)).toBe(NOBODY)
  })
})
