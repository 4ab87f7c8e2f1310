import { afterEach, beforeEach, expect, test } from 'vitest'
import { verifyNightly } from '#service/features/verifying.ts'
import { rich } from '#world/rich.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
beforeEach(async () => {
  world = await createWorld({ settings: { ALARM_EMAIL: 'alarms@idleforge.example' }, checks: [] })
  await rich(world, await world.user(), { ALEO: '50' })
})
afterEach(() => world.close())

const alarms = () => world.query('select name from alarms')

test('money that adds up is no alarm', async () => {
  await verifyNightly(world.running.ctx)
  expect(await alarms()).toEqual([])
  expect(world.logLines.join()).toContain('the money is as it has to be')
})

test('money that does not is told once, with the rows in breach', async () => {
  await world.query(`update ledger_accounts set balance = balance + 1 where kind = 'available'`)
  await verifyNightly(world.running.ctx)
  await verifyNightly(world.running.ctx)
  expect(await alarms()).toEqual([{ name: 'verify-money' }])
  const { subject, text } = await world.letter('alarms@idleforge.example')
  expect(subject).toContain('Alarm')
  expect(text).toMatch(/V3, each balance is the sum of its entries:\n\S+\/ALEO\/available holds/)
  expect(world.letters.filter(({ to }) => to === 'alarms@idleforge.example')).toHaveLength(1)
})

test('it runs each night, after the settlement', async () => {
  expect(await world.query(`select cron, timezone from pgboss.schedule where name = 'verify-money'`)).toEqual([
    { cron: '30 5 * * *', timezone: 'UTC' },
  ])
})
