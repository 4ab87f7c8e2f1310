import { afterEach, beforeEach, expect, test } from 'vitest'
import { verifyNightly } from '#service/verify-money.ts'
import { fundUser } from '#world/funds.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
beforeEach(async () => {
  world = await createWorld({ settings: { ALARM_EMAIL: 'alarms@idleforge.example' }, checks: [] })
  await fundUser(world, await world.user(), { ALEO: '50' })
})
afterEach(() => world.close())

const paused = async () => (await world.query<{ paused: boolean }>('select paused from payout_switch'))[0]?.paused
const alarms = () => world.query('select name from alarms')

test('money without breaches raises no alarm', async () => {
  await verifyNightly(world.running.ctx)
  expect(await alarms()).toEqual([])
  expect(await paused()).toBe(false)
  expect(world.logLines.join()).toContain('the money is as it has to be')
})

test('a breach raises one alarm, with its rows', async () => {
  await world.query(`update ledger_accounts set balance = balance + 1 where kind = 'available'`)
  await verifyNightly(world.running.ctx)
  await verifyNightly(world.running.ctx)
  expect(await alarms()).toEqual([{ name: 'verify-money' }])
  expect(await paused()).toBe(true)
  const { subject, text } = await world.letter('alarms@idleforge.example')
  expect(subject).toContain('Alarm')
  expect(text).toMatch(/V3, each balance is the sum of its entries:\n\S+\/ALEO\/available holds/)
  expect(world.letters.filter(({ to }) => to === 'alarms@idleforge.example')).toHaveLength(1)
})

test('a check that fails raises an alarm', async () => {
  await world.query('alter table ledger_head rename to hidden')
  await expect(verifyNightly(world.running.ctx)).rejects.toThrow()
  await world.query('alter table hidden rename to ledger_head')
  expect(await alarms()).toEqual([{ name: 'verify-money-failed' }])
  expect((await world.letter('alarms@idleforge.example')).text).toContain('ledger_head')
})

test('an alarm that was sent by a clock ahead is sent again', async () => {
  await world.query(`update ledger_accounts set balance = balance + 1 where kind = 'available'`)
  world.clock.advance(365 * 86_400)
  await verifyNightly(world.running.ctx)
  world.clock.advance(-365 * 86_400)
  await verifyNightly(world.running.ctx)
  const rows = await world.query<{ told_at: Date }>('select told_at from alarms')
  expect(rows.map(({ told_at }) => told_at.getTime())).toEqual([world.clock.now()])
})

test('it runs each night, after the settlement', async () => {
  expect(await world.query(`select cron, timezone from pgboss.schedule where name = 'verify-money'`)).toEqual([
    { cron: '30 5 * * *', timezone: 'UTC' },
  ])
})
