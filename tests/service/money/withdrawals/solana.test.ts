import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addWallet, checkWallet } from '#lib/contract/wallets.ts'
import { networkBy } from '#service/chains/networks.ts'
import { offeredNetworks } from '#service/chains/payments.ts'
import { followTransfers } from '#service/money/withdrawals/follow-transfers.ts'
import { createOperator } from '#world/operator.ts'
import { createSolanaPayoutWorld, type SolanaPayoutWorld } from '#world/solana-payout-world.ts'
import { payment } from '#world/wallets.ts'

/** GRASS and USDT on Solana, paid by the operator's program and followed by the service. */

let paying: SolanaPayoutWorld
beforeAll(async () => {
  paying = await createSolanaPayoutWorld({ serviceFollows: true })
})
afterAll(() => paying?.close())
afterEach(() => paying.solana.behave())

const follow = async () => {
  const { ctx } = paying.world.running
  const followed = await followTransfers({ db: ctx.db, config: ctx.config, now: ctx.clock.now() })
  return followed.map(({ state }) => state)
}
const outcomes = async (id: string) => (await paying.transfers(id)).map(({ outcome }) => outcome)
const verified = async () => expect(await paying.operate('verify-money')).toMatchObject({ code: 0 })
/** 13 GRASS without the fee of 0.05, in units of the token. */
const PAID = 12_950_000_000n

test('a withdrawal arrives to the last unit, for a fee in SOL that the operator sees before, and is credited when it is final', async () => {
  const { operate, shown, solana, world, received } = paying
  const id = await paying.approved()
  const held = solana.lamportsOf(solana.wallet)
  const sent = await operate(`pay ${id} --send`)
  expect(sent).toMatchObject({ code: 0, err: '' })
  // The rent of a token account, a signature, and 23,999 units at 0.02 lamports.
  expect(sent.questions[0]).toMatch(
    /^Sign and send 13 GRASS \(12\.95 GRASS after the fee\) of .* on Solana to vine.* from \w{43,44}, for a network fee of at most 0\.00204\d* SOL\?$/,
  )
  expect(sent.out).toContain('The service credits it when the network calls it final.')
  const [{ transaction_id: transactionId } = { transaction_id: '' }] = await paying.transfers(id)
  expect(sent.out).toContain(transactionId)
  expect(held - solana.lamportsOf(solana.wallet)).toBeLessThan(2_050_000n)
  expect(await follow()).toEqual(['waiting'])
  expect(await shown(id)).toMatchObject({ status: 1 })
  solana.finalize()
  expect(await follow()).toEqual(['paid'])
  expect(await shown(id)).toMatchObject({ status: 3, transactionId })
  expect(await received()).toBe(PAID)
  expect(await outcomes(id)).toEqual(['paid'])
  const { coins } = JSON.parse((await operate('payouts --json')).out) as { coins: { coin: string }[] }
  expect(coins.find(({ coin }) => coin === 'GRASS')).toMatchObject({
    wallets: [{ network: 'Solana', wallet: solana.wallet }],
  })
  expect(networkBy(world.running.ctx.config, 'SOLANA')?.requests()).toBeGreaterThan(0)
  await verified()
})

test('USDT is paid on the same network by its own decimals', async () => {
  const { solana, receiver } = paying
  const id = await paying.approved('USDT')
  expect(await paying.operate(`pay ${id} --send --yes`)).toMatchObject({ code: 0, err: '' })
  solana.finalize()
  expect(await follow()).toEqual(['paid'])
  // 13 USDT without the fee of 0.5.
  expect(await solana.balanceOf(receiver, solana.usdt)).toBe(12_500_000n)
  await verified()
})

test("a payout takes at most the requests that `check` counts with, and sends the provider's key and headers", async () => {
  const { calls } = paying.solana.node
  const before = calls.length
  const id = await paying.approved()
  await paying.operate(`pay ${id} --send --yes`)
  for (let minute = 0; minute < 2; minute += 1) await follow()
  paying.solana.finalize()
  expect(await follow()).toEqual(['paid'])
  const made = calls.slice(before)
  expect(made.length).toBeLessThanOrEqual(25)
  for (const { headers } of made)
    expect(headers).toMatchObject({ authorization: 'Bearer a-key-of-a-provider', 'x-project': 'idleforge' })
})

test('an answer that comes late is signed with the blockhash of its own time', async () => {
  const before = await paying.received()
  const id = await paying.approved()
  const answer = async () => {
    paying.solana.expire()
    return true
  }
  expect(await paying.operate(`pay ${id} --send`, { answer })).toMatchObject({ code: 0, err: '' })
  paying.solana.finalize()
  expect(await follow()).toEqual(['paid'])
  expect((await paying.received()) - before).toBe(PAID)
})

test('two withdrawals of the same amount to the same address are two transfers', async () => {
  const before = await paying.received()
  const ids = [await paying.approved(), await paying.approved()]
  paying.solana.node.rpc.delivery.mode = 'held'
  for (const id of ids) expect(await paying.operate(`pay ${id} --send --yes`)).toMatchObject({ code: 0 })
  paying.solana.finalize()
  expect(await follow()).toEqual(['paid', 'paid'])
  expect((await paying.received()) - before).toBe(2n * PAID)
  await verified()
})

describe('a transfer that no block took in its time', () => {
  /** Signed and saved, and lost on its way: nodes of Solana keep no queue. */
  async function lost(): Promise<string> {
    const id = await paying.approved()
    paying.solana.node.rpc.delivery.mode = 'lost'
    expect(await paying.operate(`pay ${id} --send --yes`)).toMatchObject({ code: 0 })
    paying.solana.behave()
    return id
  }

  test('is sent again by the next look at it, while its time lasts', async () => {
    const before = await paying.received()
    const id = await lost()
    expect(await follow()).toEqual(['sent'])
    paying.solana.finalize()
    expect(await follow()).toEqual(['paid'])
    expect(await outcomes(id)).toEqual(['paid'])
    expect((await paying.received()) - before).toBe(PAID)
  })

  test('expires, and the withdrawal is paid once by another one', async () => {
    const before = await paying.received()
    const id = await lost()
    expect(await paying.operate(`pay ${id} --not-sent`)).toMatchObject({ code: 3 })
    paying.solana.expire()
    const calls = paying.solana.node.calls.length
    expect(await follow()).toEqual(['expired'])
    expect(paying.solana.node.calls.length - calls).toBeLessThanOrEqual(250)
    expect(await follow()).toEqual([])
    expect(await paying.shown(id)).toMatchObject({ status: 1 })
    await verified()
    expect(await paying.operate(`pay ${id} --send --yes`)).toMatchObject({ code: 0, err: '' })
    paying.solana.finalize()
    expect(await follow()).toEqual(['paid'])
    expect(await outcomes(id)).toEqual(['expired', 'paid'])
    const [first] = await paying.transfers(id)
    expect(await paying.solana.follower().send(first?.signed ?? '')).toBe('BlockhashNotFound')
    expect((await paying.received()) - before).toBe(PAID)
    expect(await paying.shown(id)).toMatchObject({ status: 3 })
    await verified()
  })

  test('is not taken for expired when it was paid and its node has forgotten it', async () => {
    const before = await paying.received()
    const id = await paying.approved()
    await paying.operate(`pay ${id} --send --yes`)
    paying.solana.expire()
    paying.solana.node.alter('getSignatureStatuses', (answer) => ({ ...(answer as object), value: [null] }))
    expect(await follow()).toEqual(['waiting'])
    await paying.operate(`pay ${id} --send --yes`)
    expect(await paying.transfers(id)).toHaveLength(1)
    paying.solana.behave()
    expect(await follow()).toEqual(['paid'])
    expect((await paying.received()) - before).toBe(PAID)
    await verified()
  })
})

test('a transfer that the token refuses in its block says so, and can be paid again', async () => {
  const { operate, solana, receiver } = paying
  const before = await paying.received()
  const id = await paying.approved()
  solana.node.rpc.delivery.mode = 'held'
  expect(await operate(`pay ${id} --send --yes`)).toMatchObject({ code: 0 })
  solana.behave()
  solana.chain.holdBack()
  await solana.freeze(receiver, solana.grass)
  solana.chain.release()
  solana.finalize()
  const { out } = await operate('payouts --follow')
  expect(out).toContain('Account is frozen')
  expect(out).toContain('Nothing was paid, and it can be begun again.')
  await solana.thaw(receiver, solana.grass)
  solana.mine(1)
  expect(await operate(`pay ${id} --send --yes`)).toMatchObject({ code: 0, err: '' })
  solana.finalize()
  expect(await follow()).toEqual(['paid'])
  expect(await outcomes(id)).toEqual(['reverted', 'paid'])
  expect((await paying.received()) - before).toBe(PAID)
  await verified()
})

describe('nothing is signed', () => {
  const refused = async (code: number, err: string, settings: Record<string, string> = paying.settings) => {
    const id = await paying.approved()
    // A new program: one that has just identified its node does not ask again within the hour.
    const operate = createOperator(paying.world, { ...settings })
    expect(await operate(`pay ${id} --send --yes`)).toMatchObject({ code, err: expect.stringContaining(err) })
    expect(await paying.transfers(id)).toEqual([])
  }

  test('for a wallet whose SOL do not cover the fee', async () => {
    const { chain, wallet } = paying.solana
    const held = paying.solana.lamportsOf(wallet)
    chain.setLamports(wallet, 100_000n)
    await refused(3, 'holds 0.0001 SOL')
    chain.setLamports(wallet, held)
  })

  test.each([
    ['serves another chain', 'getGenesisHash', () => 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG', 'EtWTRABZ'],
  ] as const)('when its node %s', async (_, method, alteration, err) => {
    paying.solana.node.alter(method, alteration)
    await refused(3, err)
  })

  test('when its node is down, or answers with a page', async () => {
    paying.solana.node.down()
    await refused(5, 'The node does not answer')
    paying.solana.behave()
    paying.solana.node.intercept(() => ({ body: '<html>Welcome to nginx!</html>' }))
    await refused(5, 'no JSON')
  })

  test('when the token has other decimals or another program than before', async () => {
    const change = (alter: (account: { data: [string, string]; owner: string }) => object) =>
      paying.solana.node.alter('getMultipleAccounts', (answer, [addresses]) => {
        const { value, ...rest } = answer as { value: { data: [string, string]; owner: string }[] }
        const of = addresses as string[]
        return { ...rest, value: value.map((one, at) => (of[at] === paying.solana.grass ? alter(one) : one)) }
      })
    change((account) => {
      const data = Buffer.from(account.data[0], 'base64')
      data[44] = 6
      return { ...account, data: [data.toString('base64'), 'base64'] }
    })
    await refused(3, 'has 6 decimals, and had 9 before')
    change((account) => ({ ...account, owner: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb' }))
    await refused(3, 'belongs to the program TokenzQd')
  })

  test('without a node: it is paid by hand', async () => {
    await refused(3, 'No node is set by which GRASS on Solana could be sent', {})
  })
})

describe('a wallet of Solana', () => {
  const add = (walletAddress: string) =>
    paying.user.call(addWallet, {
      ...{ addressName: 'Phantom', walletAddress, currencyCode: 'GRASS', chainCode: 'SOLANA' },
      paymentPassword: payment,
    })

  test('is refused where it is a token account, a token or a program', async () => {
    const { solana, user } = paying
    const owner = solana.stranger()
    await solana.createAccount(owner, solana.grass)
    for (const address of [await solana.accountOf(owner, solana.grass), solana.grass, solana.usdt]) {
      await expect(add(address)).rejects.toMatchObject({ reason: 'ADDRESS_PROGRAM' })
      expect(await user.call(checkWallet, { chainCode: 'SOLANA', walletAddress: address })).toMatchObject({
        refusal: 'ADDRESS_PROGRAM',
      })
    }
    await expect(add(solana.strangeToken)).rejects.toMatchObject({ reason: 'ADDRESS_CONTRACT' })
  })

  test('is accepted, whether or not it holds anything', async () => {
    const { solana, user } = paying
    const fresh = solana.stranger()
    expect(await user.call(checkWallet, { chainCode: 'SOLANA', walletAddress: fresh })).toMatchObject({
      ...{ valid: true, refusal: null, isContract: false },
    })
    expect(await add(fresh)).toMatchObject({ wallet: { walletAddress: fresh } })
    await expect(add(solana.wallet)).rejects.toMatchObject({ reason: 'ADDRESS_OURS' })
  })
})

test('Solana is offered to nobody who pays for an order or a recharge', () => {
  const { ctx } = paying.world.running
  expect(networkBy(ctx.config, 'SOLANA')?.reader).toBeUndefined()
  expect(offeredNetworks(ctx.payments)).toEqual([])
})
