import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { moneyChecks } from '#service/checks.ts'
import { settle } from '#service/money/earnings/settle.ts'
import { verifyMoney } from '#service/money/ledger/verify.ts'
import { type MiningWorld, openMiningWorld } from '#world/mining-world.ts'

let mine: MiningWorld

beforeEach(async () => {
  mine = await openMiningWorld()
})
afterEach(() => mine.world.close())

describe('settlement', () => {
  /** Three days of two devices, then a day in which nothing ran, and no settlement at all. */
  async function threeDays() {
    const second = await mine.world.device(mine.user, { name: 'Attic PC' })
    for (const day of [10, 11, 12]) {
      mine.at(`2026-03-${day}T12:00:00Z`)
      await mine.mined(day - 8)
      await mine.mined(1, second)
    }
    mine.at('2026-03-14T05:00:00Z')
  }

  test('writes the same ledger when it runs once, twice, and five times at once', async () => {
    await threeDays()
    // The first day was begun before, so concurrent runs are serialised by its row.
    await mine.world.query(`insert into settlements values ('2026-03-10', now(), '', 0, null)`)
    await mine.world.warmUp()
    await Promise.all(Array.from({ length: 5 }, mine.settle))
    const once = await mine.ledger()
    expect(once).toHaveLength(3)
    await mine.settle()
    expect(await mine.ledger()).toEqual(once)
    expect(await mine.aleo()).toMatchObject({ total: '0.049152' })
    const days = await mine.world.query<{ day: string; earnings: number }>(
      'select day, earnings from settlements order by day',
    )
    expect(days.map(({ earnings }) => earnings)).toEqual([2, 2, 2, 0])
  })

  test('catches up with missed days, releases what is due, and freezes what is not', async () => {
    await threeDays()
    mine.at('2026-03-13T05:00:00Z')
    await mine.settle()
    await mine.release()
    expect(await mine.aleo()).toMatchObject({ total: '0.049152', frozen: '0.02048', balance: '0.028672' })
  })

  test('takes a user with many devices in a piece of its own, and pays each device once', async () => {
    const others = [await mine.world.user(), await mine.world.user()]
    const devices = [mine.device, await mine.world.device(mine.user), await mine.world.device(mine.user)]
    for (const other of others) devices.push(await mine.world.device(other))
    for (const device of devices) await mine.mined(1, device)
    mine.at('2026-03-11T04:00:00Z')
    await settle(mine.world.running.ctx, { devices: 2 })
    for (const [user, count] of [[mine.user, 3], ...others.map((other) => [other, 1] as const)] as const)
      expect(await mine.aleo(user)).toMatchObject({
        total: `0.${String(count * 4096).padStart(6, '0')}`.replace(/0+$/, ''),
      })
    expect(await mine.world.query('select ended_at is not null as is_over, earnings from settlements')).toEqual([
      { is_over: true, earnings: 5 },
    ])
  })

  test('continues where it was interrupted: no user is left out and none is paid twice', async () => {
    const others = [await mine.world.user(), await mine.world.user()]
    await mine.mined(1)
    for (const other of others) await mine.mined(2, await mine.world.device(other))
    mine.at('2026-03-11T04:00:00Z')
    // As after a crash after the first user of the day: the cursor is there, the rest is open.
    const first = [mine.user, ...others].map(({ info }) => info.id).sort()[0] ?? ''
    const { db } = mine.world.running.ctx
    await db.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('settlements')
        .values({ day: '2026-03-10', begun_at: new Date(), last_user: first, earnings: 0, ended_at: null })
        .execute()
    })
    await mine.settle()
    const paid = await mine.world.query<{ user_id: string }>('select distinct user_id from earnings order by user_id')
    expect(paid.map(({ user_id }) => user_id)).toEqual(
      [mine.user, ...others]
        .map(({ info }) => info.id)
        .sort()
        .slice(1),
    )
    // The first user's work was never paid, which the checks report.
    const { breaches } = await verifyMoney(db, moneyChecks, mine.world.clock.now())
    expect(breaches.map(({ id, rows }) => [id, rows.length])).toEqual([['V18a', 1]])
    await mine.world.query('delete from device_hours using devices where device_id = devices.id and user_id = $1', [
      first,
    ])
  })

  test('credits more earnings at once than a statement has parameters', async () => {
    const users = [await mine.world.user(), await mine.world.user(), await mine.world.user()]
    await mine.world.query(`update rates set per_tera = 1000000000000`)
    for (const { info } of users) {
      await mine.world.query(
        `insert into devices (id, user_id, name, hardware, gpu_count, miner_version, token_hash, state, difficulty, last_sequence, bound_at)
         select $1 || '-' || n, $1, 'x', 'x', 0, '1', $1 || n, 'mining', 4096, 1, now() from generate_series(1, 700) as n`,
        [info.id],
      )
      await mine.world.query(
        `insert into device_hours
         select $1 || '-' || n, '2026-03-10T10:00:00Z', project, 100, 4096, 1, 0 from generate_series(1, 700) as n, projects`,
        [info.id],
      )
    }
    mine.at('2026-03-11T04:00:00Z')
    await mine.settle()
    expect(await mine.world.query('select count(*)::int from earnings')).toEqual([{ count: 6300 }])
    for (const user of users) expect(await mine.aleo(user)).toMatchObject({ total: '2.8672' })
  })

  test('leaves no trace of a batch that failed half way', async () => {
    await mine.mined(1)
    mine.at('2026-03-11T04:00:00Z')
    await mine.world.query(
      `create function fail() returns trigger language plpgsql as $$ begin raise exception 'cut'; end $$`,
    )
    for (const table of ['earnings', 'transfers', 'entries', 'ledger_accounts', 'settlements']) {
      await mine.world.query(
        `create trigger cut before insert or update on ${table} for each row execute function fail()`,
      )
      await expect(mine.settle()).rejects.toThrow('cut')
      await mine.world.query(`drop trigger cut on ${table}`)
      expect(await mine.ledger()).toEqual([])
      expect(await mine.world.query('select * from earnings')).toEqual([])
    }
    await mine.settle()
    expect(await mine.aleo()).toMatchObject({ total: '0.004096' })
  })
})
