import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkpointCheck, nightScope } from '#service/money/ledger/checkpoints.ts'
import { ledgerChecks, verifyMoneyAt } from '#service/money/ledger/verify.ts'
import { verifyNightly } from '#service/verify-money.ts'
import { force } from '#world/force.ts'
import { fundUser } from '#world/funds.ts'
import type { User } from '#world/visitor.ts'
import { createWorld, type World } from '#world/world.ts'

const NIGHTS = 12

let world: World
let user: User
beforeEach(async () => {
  world = await createWorld({ settings: { ALARM_EMAIL: 'alarms@idleforge.example' }, checks: [] })
  user = await world.user()
  await fundUser(world, user, { ALEO: '50' })
})
afterEach(() => world.close())

const verify = () => verifyNightly(world.running.ctx)
const checkpoints = () => world.query<{ sequence: string }>('select sequence from ledger_checkpoints order by sequence')
const head = async () => (await world.query<{ sequence: string }>('select sequence from ledger_head'))[0]?.sequence

/** The checks that find something in a night with this secret. */
async function breaches(secret = world.running.ctx.pepper) {
  const now = world.clock.now()
  const checks = [...ledgerChecks, checkpointCheck(secret)]
  const found = await verifyMoneyAt(world.running.ctx.pool, checks, now, nightScope(secret, now))
  return found.breaches.map(({ id }) => id)
}

test('a night without breaches signs how far it came, and the next one goes on there', async () => {
  await verify()
  const first = await head()
  expect(await checkpoints()).toEqual([{ sequence: first }])
  await verify()
  expect(await checkpoints()).toHaveLength(1)
  await fundUser(world, user, { ALEO: '7' })
  world.clock.advance(86_400)
  await verify()
  expect(await checkpoints()).toEqual([{ sequence: first }, { sequence: await head() }])
  const balances = await world.query('select account_id, balance::text from ledger_checked order by 1')
  expect(balances).toEqual(
    await world.query(
      'select id as account_id, balance::text from ledger_accounts where exists (select from entries where account_id = id) order by 1',
    ),
  )
})

test('a transfer that is changed behind a checkpoint is found within twelve nights', async () => {
  await verify()
  await force(world, `update transfers set operation = operation || '!' where sequence = 1`)
  const found: string[][] = []
  for (let night = 0; night < NIGHTS; night += 1) {
    world.clock.advance(86_400)
    found.push(await breaches())
  }
  expect(found.filter((ids) => ids.length > 0)).toEqual([['V6']])
})

test.each([
  ['a balance', `update ledger_accounts set balance = balance + 1 where kind = 'available'`, ['V3']],
  [
    'a balance and an entry for it',
    `with forged as (update ledger_accounts set balance = balance + 1 where owner <> 'platform' and kind = 'available' returning id)
    update entries set amount = amount + 1 from forged where account_id = forged.id and sequence = (select min(sequence) from entries where account_id = forged.id)`,
    ['V3'],
  ],
  [
    'the hash of a transfer and of its checkpoint',
    `with forged as (update transfers set hash = 'x' where sequence = (select max(sequence) from transfers) returning sequence)
    update ledger_checkpoints set hash = 'x'`,
    ['V33'],
  ],
  ['the checked balances', 'update ledger_checked set balance = balance + 1', ['V33']],
])('%s that is changed behind a checkpoint is found in the same night', async (_, statement, ids) => {
  await verify()
  await force(world, statement)
  world.clock.advance(86_400)
  expect(await breaches()).toEqual(expect.arrayContaining(ids))
  await verify()
  expect(await checkpoints()).toHaveLength(1)
})

test('a checkpoint that another service has signed is not believed', async () => {
  await verify()
  expect(await breaches(`${world.running.ctx.pepper}!`)).toEqual(['V33'])
})

test('without a checkpoint, all of the ledger is read', async () => {
  await verify()
  await world.query('delete from ledger_checkpoints')
  await world.query('delete from ledger_checked')
  await force(world, `update transfers set operation = operation || '!' where sequence = 1`)
  expect(await breaches()).toEqual(['V6'])
})
