import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import type { Share } from '#lib/contract/agent.ts'
import { openDatabase } from '#service/platform/db/open.ts'
import { createLink, UnreachableError } from '#service/programs/miner/link.ts'
import { findShares } from '#world/device.ts'
import { createDatabase } from '#world/postgres.ts'
import { type ServiceProcess, spawnService } from '#world/service-process.ts'
import { testSettings } from '#world/world.ts'
import { addAccount } from '../bench/ground/accounts.ts'

const DEVICES = 20
/** A kill loses what is under way; a drain answers it first. */
const SIGNALS = ['SIGKILL', 'SIGTERM', 'SIGKILL'] as const
const ACKNOWLEDGED_BEFORE_KILL = 50

/** A device that reports on and on, and sends a report without an answer again. */
class Reporter {
  readonly #token: string
  #pending: { sequence: number; shares: Share[] } | undefined
  #sequence = 0
  acknowledged = 0
  sent = 0

  constructor(token: string) {
    this.#token = token
  }

  async report(address: string): Promise<boolean> {
    const link = createLink(address, () => this.#token)
    try {
      if (!this.#pending) {
        const { work } = await link.work()
        const shares = findShares(work, 2)
        this.sent += shares.length
        this.#sequence += 1
        this.#pending = { sequence: this.#sequence, shares }
      }
      // A mining device would be given ever harder work, as it reports without a pause.
      const answer = await link.report({ ...this.#pending, state: 'paused', gpuCount: 0, version: '1.0.0' })
      this.#pending = undefined
      this.acknowledged += answer.accepted
      return true
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error
      return false
    }
  }
}

test('no acknowledged share is lost, and none counts twice, when the service is killed or drained among reports', async () => {
  const database = await createDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'reports-'))
  const settings = { ...testSettings(database.url, folder), LOG_LEVEL: 'error' }
  let service: ServiceProcess = await spawnService(settings)
  const { db, close } = await openDatabase(database.url, () => undefined)
  const { devices } = await addAccount(db, { name: 'reporter', devices: DEVICES, difficulty: 256 })
  await close()
  const reporters = devices.map(({ token }) => new Reporter(token))
  try {
    for (const signal of SIGNALS) {
      let answers = 0
      const dead = Promise.withResolvers<void>()
      const going = reporters.map(async (reporter) => {
        // Until its first report that the ending process did not answer.
        while (await reporter.report(service.address)) {
          answers += 1
          if (answers === ACKNOWLEDGED_BEFORE_KILL) dead.resolve()
        }
      })
      await dead.promise
      expect(await service.end(signal)).toBe(signal === 'SIGKILL' ? null : 0)
      await Promise.all(going)
      service = await spawnService(settings)
    }
    for (const reporter of reporters) expect(await reporter.report(service.address)).toBe(true)
  } finally {
    await service.end('SIGTERM')
  }
  const client = new pg.Client(database.url)
  await client.connect()
  const { rows } = await client.query(`
    select (select count(*) from shares)::int as shares, sum(accepted)::int as hours,
      (select sum(work) from device_totals)::int as totals, sum(work)::int as work from device_hours`)
  await client.end()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
  const sum = (figure: 'sent' | 'acknowledged') => reporters.reduce((total, one) => total + one[figure], 0)
  expect(sum('acknowledged')).toBe(sum('sent'))
  expect(rows).toEqual([{ shares: sum('sent'), hours: sum('sent'), totals: rows[0].work, work: rows[0].work }])
})
