import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { withdrawalList } from '#lib/contract/withdrawals.ts'
import { embeddedOptions, makeDataDir } from '#service/platform/data-dir.ts'
import { clusterOf } from '#service/platform/db/embedded/home.ts'
import { findRunning } from '#service/platform/db/embedded/running-server.ts'
import { startEmbedded } from '#service/platform/db/embedded/start.ts'
import { fundUser } from '#world/funds.ts'
import { createOperator, type Operator } from '#world/operator.ts'
import { spawnOperator } from '#world/operator-process.ts'
import { walletOf, withdraw } from '#world/wallets.ts'
import { createWorld, type World } from '#world/world.ts'

let folder = ''
let dataDir = ''
let database: Awaited<ReturnType<typeof startEmbedded>>
let world: World
let operator: Operator
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'))
  chmodSync(folder, 0o755)
  dataDir = join(folder, 'data')
  makeDataDir(dataDir)
  database = await startEmbedded(embeddedOptions({ dataDir }))
  world = await createWorld({ settings: { DATABASE_URL: database.url } })
  operator = createOperator({ ...world, dataDir }, { DATABASE_URL: '' })
})
afterAll(async () => {
  await world.close()
  await database.stop()
  rmSync(folder, { recursive: true })
})

test('B10: a copy made under load holds all acknowledged writes, and runs as a service', async () => {
  writeFileSync(join(dataDir, 'pepper'), 'a pepper of 32 characters or more', { mode: 0o600 })
  mkdirSync(join(dataDir, 'downloads'))
  writeFileSync(join(dataDir, 'downloads', 'miner.zip'), 'a package')
  const user = await world.user()
  const wallet = await walletOf(user)
  await fundUser(world, user, { ALEO: '100000' })
  world.clock.advance(86_400)
  const acknowledged: string[] = []
  let isOver = false
  const load = Array.from({ length: 3 }, async () => {
    while (!isOver) acknowledged.push((await withdraw(user, wallet, { amount: '4' }))._id)
  })
  await expect.poll(() => acknowledged.length).toBeGreaterThan(5)
  const before = [...acknowledged]

  const target = join(folder, 'copy')
  const ran = await operator(`backup ${target}`)
  isOver = true
  await Promise.all(load)
  expect(ran).toMatchObject({ code: 0, err: '' })
  expect(ran.out).toMatch(
    /^Backed up to .*copy\. The copy was opened, and its money is right: \d+ checks, \d+ transfers/,
  )
  expect(acknowledged.length).toBeGreaterThan(before.length)
  expect(readdirSync(folder).sort()).toEqual(['copy', 'data'])
  expect(readdirSync(target).sort()).toEqual(readdirSync(dataDir).sort())
  expect(readFileSync(join(target, 'pepper'), 'utf8')).toBe('a pepper of 32 characters or more')
  expect(statSync(join(target, 'pepper')).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(target, 'downloads', 'miner.zip'), 'utf8')).toBe('a package')

  const copy = await startEmbedded(embeddedOptions({ dataDir: target }))
  expect(copy.folder).toBe(join(target, 'postgres'))
  const restored = await createWorld({ settings: { DATABASE_URL: copy.url } })
  try {
    restored.clock.set(world.clock.now())
    const rows = await restored.query<{ id: string }>('select id from withdrawals')
    const ids = new Set(rows.map(({ id }) => id))
    expect(before.filter((id) => !ids.has(id))).toEqual([])
    expect([...ids].filter((id) => !acknowledged.includes(id))).toEqual([])
    const again = restored.visitor({ token: user.token })
    expect((await again.call(withdrawalList, { page: 1 })).total).toBe(ids.size)
  } finally {
    // The backup reports wrong money.
    await restored.close()
    await copy.stop()
  }
})

test('leaves no server and no folder when it is stopped while it opens the copy', async () => {
  const target = join(folder, 'stopped')
  const backup = spawnOperator(`backup ${target}`, { settings: { DATA_DIR: dataDir } })
  const isMaking = () => readdirSync(folder).find((name) => name.startsWith('stopped.making-'))
  const server = () => findRunning(clusterOf(join(folder, isMaking() ?? '', 'postgres')))
  await expect.poll(server).toBeDefined()
  backup.stop()
  expect(await backup.ended).toMatchObject({ code: 143, out: '' })
  await expect.poll(server).toBeUndefined()
  expect(existsSync(target)).toBe(false)
  rmSync(join(folder, isMaking() ?? ''), { recursive: true })
})

describe('refuses, and leaves nothing', () => {
  afterEach(() => expect(readdirSync(folder).filter((name) => name.includes('making'))).toEqual([]))

  beforeAll(() => writeFileSync(join(folder, 'file'), ''))
  test.each([
    ['without a folder', '', 2, 'Where to?'],
    ['a folder that exists', 'data', 3, 'exists already'],
    ['a folder in no folder', 'none/copy', 3, 'There is no folder'],
    ['a folder in a file', 'file/copy', 3, 'There is no folder'],
    ['a folder inside of DATA_DIR', 'data/copy', 3, 'inside of DATA_DIR'],
  ])('%s', async (_, name, code, why) => {
    const ran = await operator(`backup ${name && join(folder, name)}`)
    expect(ran).toMatchObject({ code, out: '', err: expect.stringContaining(why) })
    expect(existsSync(join(folder, 'data', 'copy'))).toBe(false)
  })

  test('a database that is not the embedded one', async () => {
    const ran = await createOperator({ ...world, databaseUrl: database.url, dataDir })(`backup ${join(folder, 'copy')}`)
    expect(ran).toMatchObject({ code: 3, err: expect.stringContaining('tools of PostgreSQL') })
  })
})
