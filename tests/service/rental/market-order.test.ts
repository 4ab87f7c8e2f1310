import { afterAll, beforeAll, expect, test } from 'vitest'
import { gpuList } from '#lib/contract/gpu.ts'
import { HOST_GONE_MS } from '#lib/rules/gpu.ts'
import { addManyGpus } from '#world/many-gpus.ts'
import { createRandom } from '#world/random.ts'
import type { User } from '#world/visitor.ts'
import { choicesByScan, offersByScan } from '#world/whole-history.ts'
import { createWorld, type World } from '#world/world.ts'

const random = createRandom(4)
let world: World
let owner: User
let renter: User
beforeAll(async () => {
  // The rentals of this test were never paid.
  world = await createWorld({ checks: [] })
  ;[owner, renter] = [await world.user(), await world.user()]
  await addManyGpus(world.running.ctx.db, { ownerId: owner.info.id, count: 300, now: world.clock.now() })
})
afterAll(() => world.close())

async function compare(user: User) {
  const all = await offersByScan(world.running.ctx.db, {
    userId: user.info.id,
    now: world.clock.now(),
    goneMs: HOST_GONE_MS,
  })
  const choices = await choicesByScan(world.running.ctx.db, user.info.id)
  const size = 1 + random.below(50)
  const listed: string[] = []
  for (let page = 1; page === 1 || listed.length === (page - 1) * size; page += 1) {
    const { records, total, models, regions, counts, isHosting } = await user.call(gpuList, {
      page,
      size,
      sort: 'price',
    })
    expect(total).toBe(all.length)
    expect({ models, regions, counts, isHosting }).toEqual(choices)
    listed.push(...records.map(({ id }) => id))
  }
  expect(listed).toEqual(all)
}

test('pages of the market are those of all machines with their states, for a renter and for their owner', async () => {
  await compare(renter)
  await compare(owner)
})

test('they follow rentals that end and begin, machines that are stopped, and hosts that fall silent', async () => {
  await world.query(`update gpu_rentals set state = 'ended', reason = 'released', stopped_at = rented_at, ended_at = rented_at
    where state = 'running' and gpu_id in ('gpu-1', 'gpu-8')`)
  await world.query(
    `update gpu_rentals set state = 'running', reason = null, stopped_at = null, ended_at = null where gpu_id = 'gpu-7'`,
  )
  await world.query(`update gpu_requests set state = 'approved' where gpu_id = 'gpu-6'`)
  await world.query(`update gpus set paused = not paused where id in ('gpu-1', 'gpu-3', 'gpu-9')`)
  await compare(renter)
  world.clock.advance(HOST_GONE_MS / 1000)
  await compare(renter)
  await world.query(`update gpus set last_seen_at = $1 where id in ('gpu-5', 'gpu-12')`, [new Date(world.clock.now())])
  await compare(renter)
})
