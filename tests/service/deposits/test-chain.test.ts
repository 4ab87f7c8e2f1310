import { afterEach, expect, test } from 'vitest'
import { readConfig } from '#service/config.ts'
import { openDeposit } from '#service/features/deposits/taker.ts'
import { lookAt } from '#service/features/deposits/watching.ts'
import { offeredNetworks } from '#service/payments.ts'
import { checksWithout, createWorld, type World } from '#world/world.ts'

let world: World | undefined
afterEach(async () => {
  await world?.close()
  world = undefined
})

test('is there where nothing is set, and never in production', () => {
  expect(readConfig({}).testChain).toBe(true)
  expect(readConfig({ NODE_ENV: 'test' }).testChain).toBe(false)
  expect(readConfig({ DATABASE_URL: 'postgres://db.example/idleforge' }).testChain).toBe(false)
  expect(readConfig({ ETHEREUM_RPC_URL: 'https://node.example' }).testChain).toBe(false)
  expect(() => readConfig({ NODE_ENV: 'production', TEST_CHAIN: '1' })).toThrow('TEST_CHAIN never runs in production')
})

test('takes a real payment, which is still there after a restart, and is counted once', async () => {
  world = await createWorld({ settings: { TEST_CHAIN: '1' }, checks: checksWithout('V10', 'V10a') })
  expect(offeredNetworks(world.running.ctx.payments)).toEqual(['LOCAL'])
  const user = await world.user()
  const told: bigint[][] = []
  const takers = [
    {
      purpose: 'order' as const,
      async onFunds(_ctx: unknown, _db: unknown, { seen, confirmed }: { seen: bigint; confirmed: bigint }) {
        told.push([seen, confirmed])
        return { taken: confirmed, credited: 0n }
      },
    },
  ]
  const { ctx } = world.running
  const asked = { purpose: 'order', subjectId: 'one', userId: user.info.id, network: 'LOCAL', amount: 5n } as const
  const { address } = await ctx.db.transaction().execute((db) => openDeposit(db, ctx, asked))
  await ctx.payments?.testChain?.pay(address as `0x${string}`, 5_000_000n)
  expect(await lookAt(ctx, 'LOCAL', takers)).toBe('read')
  expect(told).toEqual([[5_000_000n, 0n]])
  await world.restart()
  const again = world.running.ctx
  expect(again.payments?.testChain?.isFresh).toBe(false)
  await again.payments?.testChain?.mine(6)
  for (let looks = 0; looks < 3; looks += 1) expect(await lookAt(again, 'LOCAL', takers)).toBe('read')
  expect(told.at(-1)).toEqual([5_000_000n, 5_000_000n])
  const rows = await world.query('select state from chain_receipts')
  expect(rows).toEqual([{ state: 'confirmed' }])
})
