import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { networkBy } from '#service/chains/networks.ts'
import { offeredNetworks } from '#service/chains/payments.ts'
import { followTransfers } from '#service/money/withdrawals/follow-transfers.ts'
import { createOperator } from '#world/operator.ts'
import { createTronPayoutWorld, type TronPayoutWorld } from '#world/tron-payout-world.ts'

/** USDT on Tron, paid by the operator's program and followed by the service. */

let paying: TronPayoutWorld
beforeAll(async () => {
  paying = await createTronPayoutWorld({ serviceFollows: true })
})
afterAll(() => paying?.close())
afterEach(() => paying.tron.behave())

const follow = async () => {
  const { ctx } = paying.world.running
  const followed = await followTransfers({ db: ctx.db, config: ctx.config, now: ctx.clock.now() })
  return followed.map(({ state }) => state)
}
const outcomes = async (id: string) => (await paying.transfers(id)).map(({ outcome }) => outcome)
const verified = async () => expect(await paying.operate('verify-money')).toMatchObject({ code: 0 })
/** Values of the transfers to the receiver after the first ones. */
const since = async (before: number) => (await paying.received()).slice(before)
const count = async () => (await paying.received()).length

test('a withdrawal arrives to the last unit, for a fee in TRX that the operator sees before, and is credited when it is final', async () => {
  const { operate, shown, tron, world } = paying
  const before = await count()
  const id = await paying.approved()
  const held = tron.ledger.balanceOf(tron.wallet)
  const sent = await operate(`pay ${id} --send`)
  expect(sent).toMatchObject({ code: 0, err: '' })
  // 130,285 of energy for a new holder and a fifth more at 100 sun, and 345 bytes at 1,000 sun.
  expect(sent.questions[0]).toMatch(
    /^Sign and send 13 USDT \(12 USDT after the fee\) of .* on Tron \(TRC20\) to TNaR.* from T\w{33}, for a network fee of at most 15\.9\d* TRX\?$/,
  )
  expect(sent.out).toContain('The service credits it when the network calls it final.')
  const [{ transaction_id: transactionId } = { transaction_id: '' }] = await paying.transfers(id)
  expect(transactionId).toMatch(/^[0-9a-f]{64}$/)
  expect(sent.out).toContain(transactionId)
  expect(held - tron.ledger.balanceOf(tron.wallet)).toBeLessThan(15_979_200n)
  await tron.mine(1)
  expect(await follow()).toEqual(['waiting'])
  expect(await shown(id)).toMatchObject({ status: 1 })
  await tron.finalize()
  expect(await follow()).toEqual(['paid'])
  expect(await shown(id)).toMatchObject({ status: 3, transactionId })
  expect(await since(before)).toEqual([12_000_000n])
  expect(await outcomes(id)).toEqual(['paid'])
  const { coins } = JSON.parse((await operate('payouts --json')).out) as { coins: object[] }
  expect(coins.at(-1)).toMatchObject({ wallets: [{ network: 'Tron (TRC20)', wallet: tron.wallet, holds: '1988' }] })
  expect(networkBy(world.running.ctx.config, 'TRON')?.requests()).toBeGreaterThan(0)
  await verified()
})

test("a payout takes at most the requests that `check` counts with, and sends the provider's key and headers", async () => {
  const { calls } = paying.tron.node
  const before = calls.length
  const id = await paying.approved()
  await paying.operate(`pay ${id} --send --yes`)
  await paying.tron.mine(1)
  for (let minute = 0; minute < 2; minute += 1) await follow()
  await paying.tron.finalize()
  expect(await follow()).toEqual(['paid'])
  const made = calls.slice(before)
  expect(made.length).toBeLessThanOrEqual(25)
  for (const { headers } of made)
    expect(headers).toMatchObject({ 'tron-pro-api-key': 'a-key-of-a-provider', 'x-project': 'idleforge' })
})

test('a transfer that was taken before is no second one: DUP_TRANSACTION_ERROR means sent', async () => {
  const before = await count()
  const id = await paying.approved()
  await paying.operate(`pay ${id} --send --yes`)
  const again = await paying.operate(`pay ${id} --send`)
  expect(again).toMatchObject({ code: 0, err: '' })
  expect(again.questions[0]).toContain('which is signed already?')
  await paying.tron.finalize()
  expect(await paying.operate(`pay ${id} --send --yes`)).toMatchObject({ code: 0, err: '' })
  expect(await paying.transfers(id)).toHaveLength(1)
  expect(await follow()).toEqual(['paid'])
  expect(await since(before)).toEqual([12_000_000n])
  await verified()
})

test('two withdrawals of the same amount to the same address are two transfers', async () => {
  const before = await count()
  const ids = [await paying.approved(), await paying.approved()]
  for (const id of ids) expect(await paying.operate(`pay ${id} --send --yes`)).toMatchObject({ code: 0 })
  await paying.tron.finalize()
  expect(await follow()).toEqual(['paid', 'paid'])
  expect(await since(before)).toEqual([12_000_000n, 12_000_000n])
  await verified()
})

describe('a transfer that no block took in its time', () => {
  /** Signed and saved, and the node could not be reached to send it. */
  async function unsent(): Promise<string> {
    const id = await paying.approved()
    paying.tron.node.intercept(({ method }) => (method === 'broadcasthex' ? { status: 503, body: '' } : undefined))
    expect(await paying.operate(`pay ${id} --send --yes`)).toMatchObject({
      code: 5,
      err: expect.stringContaining('is signed and kept'),
    })
    paying.tron.behave()
    return id
  }

  test('is sent by the next look at it, while its time lasts', async () => {
    const [before, id] = [await count(), await unsent()]
    expect(await follow()).toEqual(['sent'])
    await paying.tron.finalize()
    expect(await follow()).toEqual(['paid'])
    expect(await since(before)).toEqual([12_000_000n])
    expect(await outcomes(id)).toEqual(['paid'])
  })

  test('expires, and the withdrawal is paid once by another one', async () => {
    const [before, id] = [await count(), await unsent()]
    expect(await paying.operate(`pay ${id} --not-sent`)).toMatchObject({ code: 3 })
    await paying.tron.expire()
    expect(await follow()).toEqual(['expired'])
    expect(await follow()).toEqual([])
    expect(await paying.shown(id)).toMatchObject({ status: 1 })
    await verified()
    expect(await paying.operate(`pay ${id} --send --yes`)).toMatchObject({ code: 0, err: '' })
    await paying.tron.finalize()
    expect(await follow()).toEqual(['paid'])
    expect(await outcomes(id)).toEqual(['expired', 'paid'])
    const [first] = await paying.transfers(id)
    expect(await paying.tron.follower().send(first?.signed ?? '')).toMatch(/^TRANSACTION_EXPIRATION_ERROR/)
    expect(await since(before)).toEqual([12_000_000n])
    expect(await paying.shown(id)).toMatchObject({ status: 3 })
    await verified()
  })

  test('is not taken for expired when it was paid and its node has forgotten the receipt', async () => {
    const before = await count()
    const id = await paying.approved()
    await paying.operate(`pay ${id} --send --yes`)
    await paying.tron.expire()
    paying.tron.fault('knows no receipts')
    expect(await follow()).toEqual(['waiting'])
    await paying.operate(`pay ${id} --send --yes`)
    expect(await paying.transfers(id)).toHaveLength(1)
    paying.tron.behave()
    expect(await follow()).toEqual(['paid'])
    expect(await since(before)).toEqual([12_000_000n])
    await verified()
  })
})

test('a transfer without enough energy fails, says so, and can be paid again', async () => {
  const { operate, tron } = paying
  const before = await count()
  const id = await paying.approved()
  tron.node.alter('triggerconstantcontract', (answer) => ({ ...(answer as object), energy_used: 10_000 }))
  expect(await operate(`pay ${id} --send --yes`)).toMatchObject({ code: 0 })
  tron.behave()
  await tron.finalize()
  const { out } = await operate('payouts --follow')
  expect(out).toContain('OUT_OF_ENERGY')
  expect(out).toContain('Nothing was paid, and it can be begun again.')
  expect(await paying.shown(id)).toMatchObject({ status: 1 })
  expect(await operate(`pay ${id} --send --yes`)).toMatchObject({ code: 0, err: '' })
  await tron.finalize()
  expect(await follow()).toEqual(['paid'])
  expect(await outcomes(id)).toEqual(['reverted', 'paid'])
  expect(await since(before)).toEqual([12_000_000n])
  await verified()
})

describe('nothing is signed', () => {
  test('for a wallet whose TRX do not cover the fee', async () => {
    const id = await paying.approved()
    paying.tron.node.alter('getaccount', (account) => ({ ...(account as object), balance: 5_000_000 }))
    expect(await paying.operate(`pay ${id} --send --yes`)).toMatchObject({
      code: 3,
      err: expect.stringContaining('holds 5 TRX'),
    })
    expect(await paying.transfers(id)).toEqual([])
  })

  test.each([
    ['serves another chain', 3, 'The node serves chain 0x1'],
    ['is down', 5, 'The node does not answer'],
    ['answers with garbage', 5, 'no JSON'],
  ] as const)('when its node %s', async (fault, code, err) => {
    const id = await paying.approved()
    paying.tron.fault(fault)
    // A new program: one that has just identified its node does not ask again within the hour.
    const operate = createOperator(paying.world, { ...paying.settings })
    expect(await operate(`pay ${id} --send --yes`)).toMatchObject({ code, err: expect.stringContaining(err) })
    expect(await paying.transfers(id)).toEqual([])
  })
})

test('USDT on Tron is offered to nobody who pays for an order or a recharge while no account of deposits is set', () => {
  const { ctx } = paying.world.running
  expect(networkBy(ctx.config, 'TRON')?.facts.code).toBe('TRON')
  expect(networkBy(ctx.config, 'TRON')?.reader).toBeUndefined()
  expect(offeredNetworks(ctx.payments)).toEqual([])
})
