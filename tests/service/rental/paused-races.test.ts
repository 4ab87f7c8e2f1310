import { afterAll, beforeAll, expect, test } from 'vitest'
import { releaseGpu, rentalDetail } from '#lib/contract/gpu.ts'
import { moneyChecks } from '#service/checks.ts'
import { verifyMoneyAt } from '#service/money/ledger/verify.ts'
import { tendRentals } from '#service/rental/jobs.ts'
import { settleHosts } from '#service/rental/settle-hosts.ts'
import { balanceOfUser, fund, listMachine, pollAs, rentAs } from '#world/gpu.ts'
import { createRandom } from '#world/random.ts'
import { createWorld, type World } from '#world/world.ts'

/** Random pauses of a rental, with reports, charges, settlements and the release at the same time. */

const PRICE = 500_000
let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test.each([1, 2])('pauses and charges at once leave no free hour, no hour paid twice (seed %i)', async (seed) => {
  const random = createRandom(seed)
  const [owner, renter] = [await world.user(), await world.user()]
  await fund(world, renter, '20')
  const machine = await listMachine(world, `--owner ${owner.info.username}`)
  await pollAs(world, machine.token)
  const { rental } = await rentAs(renter, machine)
  const report = (state: 'running' | 'unavailable') =>
    pollAs(world, machine.token, { rentals: [{ id: rental.id, state, restarts: 0 }] })
  await report('running')
  const { ctx } = world.running
  // Seconds that the rental was of use, by the reports.
  let used = 0
  // Seconds of the pauses that have ended, and of the one that has not.
  let ended = 0
  let current = 0
  let isPaused = false
  for (let step = 0; step < 60; step += 1) {
    const seconds = random.below(3) === 0 ? 0 : random.below(170)
    world.clock.advance(seconds)
    if (isPaused) current += seconds
    else used += seconds
    isPaused = random.below(2) === 0
    if (!isPaused) {
      ended += current
      current = 0
    }
    const state = isPaused ? 'unavailable' : 'running'
    // Reports of one state overlap each other and the jobs of two nodes.
    await Promise.all([report(state), report(state), tendRentals(ctx), tendRentals(ctx), settleHosts(ctx)])
    if (step % 20 === 19) {
      const long = isPaused ? 20 * 3600 : 0
      world.clock.advance(long)
      current += long
      await report(state)
      await settleHosts(ctx)
    }
  }
  const { paused } = (await renter.call(rentalDetail, { rentalId: rental.id })).rental
  expect(paused !== null).toBe(isPaused)
  const [row] = await world.query<{ charged: number; paid: bigint; left: number; paused: number }>(
    `select hours_charged as charged, paid,
      extract(epoch from paid_until - running_at - make_interval(secs => paused_ms::numeric / 1000))::int as left,
      round(paused_ms / 1000)::int as paused
      from gpu_rentals where id = $1`,
    [rental.id],
  )
  expect(row?.left).toBe((row?.charged ?? 0) * 3600)
  expect(row?.paused).toBe(ended)
  expect([Math.floor(used / 3600) + 1, Math.ceil(used / 3600)]).toContain(row?.charged)
  const release = () => renter.call(releaseGpu, { rentalId: rental.id })
  await Promise.all([release(), release(), report('running'), tendRentals(ctx), settleHosts(ctx)])
  world.clock.advance(2 * 86_400)
  await settleHosts(ctx)
  const hours = await world.query<{ returned: boolean; settled: boolean }>(
    'select returned_at is not null as returned, settled_day is not null as settled from gpu_rental_hours where rental_id = $1',
    [rental.id],
  )
  expect(hours.every(({ returned, settled }) => returned !== settled)).toBe(true)
  const kept = hours.filter(({ returned }) => !returned).length
  expect(Number(await balanceOfUser(world, renter))).toBe(20 - (kept * PRICE) / 1e6)
  const [brought] = await world.query<{ sum: string }>('select coalesce(sum(brought), 0)::text as sum from gpu_earnings where gpu_id = $1', [machine.id]) // biome-ignore format: a query of one line
  expect(Number(brought?.sum)).toBe(kept * PRICE)
  expect((await verifyMoneyAt(ctx.pool, moneyChecks, world.clock.now())).breaches).toEqual([])
})
