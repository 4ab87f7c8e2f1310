import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { earningsByDay, earningsOverview } from '#lib/contract/earnings.ts'
import { createSealer } from '#lib/crypto/sealer.ts'
import { createLink } from '#service/programs/miner/link.ts'
import { type ServiceProcess, startProcess, TIMED } from '#world/child.ts'
import { bindByCode, findShares } from '#world/device.ts'
import { createOperator } from '#world/operator.ts'
import { createDatabase, type FreshDatabase } from '#world/postgres.ts'
import { publicKey } from '#world/sm2-vectors.ts'
import { registerUser, type ServiceAccess } from '#world/visitor.ts'
import { walletOf, withdraw } from '#world/wallets.ts'
import { testSettings } from '#world/world.ts'

const DAY_MS = 86_400_000

/** Days on which the clocks of a place change, by an hour and by half an hour. */
describe.each([
  ['America/New_York', '2026-03-08'],
  ['Australia/Lord_Howe', '2026-04-05'],
])('I1 I2 a service and its database in %s', (zone, day) => {
  const folder = mkdtempSync(join(tmpdir(), 'zone-'))
  const sealer = createSealer(publicKey)
  const midnight = Date.parse(`${day}T00:00:00Z`)
  let database: FreshDatabase
  let client: pg.Client
  let service: ServiceProcess
  let now = 0

  beforeAll(async () => {
    database = await createDatabase()
    client = new pg.Client(database.url)
    await client.connect()
    await client.query(`alter database ${new URL(database.url).pathname.slice(1)} set timezone to '${zone}'`)
    service = await startProcess({ ...testSettings(database.url, folder), LOG_LEVEL: 'warn', TZ: zone }, TIMED)
  })
  afterAll(async () => {
    sealer.close()
    await service.stop()
    await client.end()
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  const goTo = async (time: number) => {
    await service.goTo(time)
    now = time
  }
  async function letter(address: string): Promise<{ code: string }> {
    const found = () => client.query('select body from local_mail where recipient = $1', [address])
    await expect.poll(async () => (await found()).rowCount).toBe(1)
    return { code: /\b\d{6}\b/.exec((await found()).rows[0].body)?.[0] ?? '' }
  }

  test('pays each share on its UTC day, releases it at 00:00 UTC, and lets it be withdrawn', async () => {
    const access: ServiceAccess = { address: service.origin, sealer, clock: { now: () => now }, letter }
    await goTo(midnight - 30_000)
    const user = await registerUser(access)
    const { deviceId, token } = await bindByCode(access, user)
    const link = createLink(service.origin, () => token)
    // A share is 4,096 units of work; one of the day is worth 40.96 ALEO.
    await client.query(`update rates set per_tera = case when coin = 'ALEO' then 10000000000000000 else 0 end`)
    await client.query(`update projects set active = project = 'aleo'`)
    const mine = async (sequence: number, shares: number) => {
      await client.query('update devices set difficulty = 4096 where id = $1', [deviceId])
      await client.query('delete from works')
      const found = findShares((await link.work()).work, shares)
      const report = { sequence, shares: found, state: 'mining' as const, gpuCount: 0, version: '1.0.0' }
      expect(await link.report(report)).toMatchObject({ accepted: shares })
    }
    await mine(1, 1)
    await goTo(midnight)
    await mine(2, 2)

    await goTo(midnight + DAY_MS + 4 * 3_600_000)
    const { records } = await user.call(earningsByDay, { page: 1 })
    expect(records.map(({ time, amount }) => [time * 1000, amount])).toEqual([
      [midnight, '81.92'],
      [midnight - DAY_MS, '40.96'],
    ])
    const coin = async () => (await user.call(earningsOverview, {})).coins[0]
    expect(await coin()).toMatchObject({
      balance: '40.96',
      frozen: '81.92',
      releases: [{ amount: '81.92', releaseAt: (midnight + 2 * DAY_MS) / 1000 }],
    })
    const wallet = await walletOf(user)
    const heldUntil = (wallet.holdUntil ?? 0) * 1000
    // The first whole minute after it.
    expect(heldUntil % 60_000).toBe(0)
    expect(Math.abs(heldUntil - (midnight + 2 * DAY_MS + 4 * 3_600_000) - 30_000)).toBeLessThan(60_000)
    await goTo(midnight + 2 * DAY_MS - 30_000)
    expect(await coin()).toMatchObject({ balance: '40.96', frozen: '81.92' })
    await goTo(midnight + 2 * DAY_MS)
    expect(await coin()).toMatchObject({ balance: '122.88', frozen: '0' })
    const made = await withdraw(user, wallet, { amount: '122.88' })
    expect(made).toMatchObject({ hold: { until: wallet.holdUntil } })

    const operate = createOperator({ databaseUrl: database.url, dataDir: folder, clock: access.clock })
    expect(await operate(`approve ${made._id} --yes`)).toMatchObject({ code: 3 })
    await goTo(heldUntil)
    expect(await operate(`approve ${made._id} --yes`)).toMatchObject({ code: 0 })
    expect(await operate('verify-money')).toMatchObject({ code: 0 })
  })
})
