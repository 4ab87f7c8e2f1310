import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMarket } from '#world/market.ts'
import { createOperator } from '#world/operator.ts'
import type { World } from '#world/world.ts'

let world: World
let operate: ReturnType<typeof createOperator>
beforeAll(async () => {
  world = await createMarket()
  operate = createOperator(world)
})
afterAll(() => world.close())

/** Every name in a value, at any depth. */
const namesIn = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, inner]) => [...(Array.isArray(value) ? [] : [name]), ...namesIn(inner)])

test('an act that was done before says so, exits 0 and leaves the audit alone', async () => {
  const audited = async () => (await world.query(`select 1 from audit where act in ('plans', 'payouts')`)).length
  const [plan] = await world.query<{ id: string }>('select id from plans order by id limit 1')
  expect((await operate(`plans pause --plan ${plan?.id} --yes`)).code).toBe(0)
  expect((await operate('payouts --pause --yes')).code).toBe(0)
  const before = await audited()
  expect(await operate(`plans pause --plan ${plan?.id} --yes`)).toMatchObject({
    code: 0,
    out: `${plan?.id} is already paused.\n`,
  })
  expect(await operate('payouts --pause --yes')).toMatchObject({ code: 0, out: 'Payouts are paused already.\n' })
  expect(await audited()).toBe(before)
  expect((await operate('payouts --resume --yes')).out).toContain('Payouts resumed.')
})

test('a wrong use prints the help of its own command', async () => {
  const { code, err } = await operate('plans stock --plan aleo-50-90')
  expect(code).toBe(2)
  expect(err).toContain('How many units are there in all?')
  expect(err).toContain('Usage: npm run operate -- plans')
  expect(err).toContain('--units N')
  expect((await operate('plan')).err).toContain('See npm run operate -- --help.')
})

test.each(['plans', 'gpu', 'gpu requests', 'gpu rentals', 'tasks review', 'tasks'])(
  'the JSON of %s has names in camelCase alone',
  async (line) => {
    const { code, out } = await operate(`${line} --json`)
    expect(code).toBe(0)
    expect(namesIn(JSON.parse(out)).filter((name) => name.includes('_'))).toEqual([])
  },
)

test('the JSON of plans has the names of their columns in camelCase', async () => {
  expect(namesIn(JSON.parse((await operate('plans --json')).out))).toEqual(
    expect.arrayContaining(['titleZh', 'preparationHours', 'createdAt']),
  )
})

test('why somebody is an ambassador is a list of causes and days', async () => {
  const user = await world.user()
  expect((await operate(`ambassadors ${user.email}`)).out).toContain('was never an ambassador.')
  expect((await operate(`ambassadors ${user.email} --appoint --reason Trusted --yes`)).code).toBe(0)
  const { out } = await operate(`ambassadors ${user.email}`)
  expect(out).toContain('Lv.0 to Lv.1')
  expect(out).toContain('appointed: Trusted')
  const shown = JSON.parse((await operate(`ambassadors ${user.email} --json`)).out)
  expect(shown).toMatchObject({ email: user.email, level: 1, changes: [{ cause: 'appointed', levelAfter: 1 }] })
})
