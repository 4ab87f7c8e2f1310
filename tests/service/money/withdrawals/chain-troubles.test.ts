import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { payer } from '#world/chain.ts'
import { createOperator } from '#world/operator.ts'
import { CONFIRMATION_BLOCKS, createPayoutWorld, type PayoutWorld } from '#world/payout-world.ts'

let paying: PayoutWorld
/** Transfers to the receiver, and payouts, before the test. */
let before: { transfers: number; payouts: number }
beforeAll(async () => {
  paying = await createPayoutWorld('ETHEREUM')
})
beforeEach(async () => {
  paying.gate.behave()
  await paying.operate('payouts --resume')
  before = { transfers: (await paying.chain.received(paying.receiver)).length, payouts: (await payouts()).length }
})
afterAll(() => paying.close())

interface FollowedPayout {
  transactionId: string
  state: string
  why: string
}

/** The first line of `payouts --follow`, and its exit code. */
async function follow(operate = paying.operate): Promise<Partial<FollowedPayout> & { code: number }> {
  const { out, code } = await operate('payouts --follow --json')
  return { code, ...(JSON.parse(out) as FollowedPayout[])[0] }
}
const payouts = () => paying.world.query('select 1 from payouts')
const received = async () => (await paying.chain.received(paying.receiver)).length - before.transfers
const outcomes = async (id: string) =>
  (await paying.world.query<{ outcome: string }>('select outcome from signed_transfers where withdrawal_id = $1', [id]))
    .map(({ outcome }) => outcome)
    .sort()
const sent = async (id: string) => expect(await paying.operate(`pay ${id} --send`)).toMatchObject({ code: 0, err: '' })

/** Signs a transfer that the network does not know. */
async function signedAlone(): Promise<string> {
  const id = await paying.approved()
  const held = paying.gate.hold('eth_sendRawTransaction', 'asked')
  const ran = paying.operate(`pay ${id} --send`)
  await held
  paying.gate.down()
  paying.gate.drop()
  expect(await ran).toMatchObject({
    code: 5,
    err: expect.stringMatching(/^The node does not answer: .*\nThe transaction 0x\w{64} is signed and kept: /),
  })
  return id
}

async function paidOnce(id: string): Promise<void> {
  await paying.chain.mine(CONFIRMATION_BLOCKS - 1)
  expect(await follow()).toMatchObject({ code: 0, state: 'paid' })
  expect(await paying.shown(id)).toMatchObject({ status: 3 })
  expect(await received()).toBe(1)
}

describe('a node that does not answer', () => {
  test('loses nothing: the transfer stays, and is sent as soon as possible', async () => {
    const id = await signedAlone()
    expect(await follow()).toMatchObject({ code: 5, state: 'unclear', why: 'HTTP request failed.' })
    for (const other of ['--not-sent', `--transaction 0x${'1'.repeat(64)}`])
      expect(await paying.operate(`pay ${id} ${other}`)).toMatchObject({ code: 3 })
    expect(await paying.operate(`pay ${id} --send`)).toMatchObject({ code: 5 })
    expect(await received()).toBe(0)
    paying.gate.down(false)
    expect(await follow()).toMatchObject({ code: 0, state: 'sent' })
    await paidOnce(id)
  })

  test('of another network, or no configured node, moves nothing', async () => {
    const id = await signedAlone()
    paying.gate.down(false)
    const wrong = createOperator(paying.world, { ...paying.settings, ETHEREUM_CHAIN_ID: '5' })
    expect(await follow(wrong)).toMatchObject({ code: 5, state: 'unclear', why: 'The node serves chain 1, not 5.' })
    const none = createOperator(paying.world)
    expect(await follow(none)).toMatchObject({ code: 5, why: expect.stringContaining('ETHEREUM_RPC_URL') })
    expect(await received()).toBe(0)
    await sent(id)
    await paidOnce(id)
  })

  test('that has forgotten a transfer does not make it replaced', async () => {
    const id = await paying.approved()
    await sent(id)
    await paying.chain.mine(20)
    paying.gate.forget('eth_getTransactionReceipt', 'eth_getTransactionByHash')
    expect(await follow()).toMatchObject({ code: 0, state: 'waiting' })
    paying.gate.forget()
    await paidOnce(id)
  })

  const answers: readonly [string, number][] = [
    ['not JSON', 200],
    ['<html>Bad gateway</html>', 502],
    ['{}', 200],
    ['{"jsonrpc":"2.0","id":1,"result":null}', 200],
    ['{"jsonrpc":"2.0","id":1,"result":"0x"}', 200],
    ['{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"too many requests"}}', 429],
  ]
  test('that answers with something else decides nothing', async () => {
    const [sentOne, next] = [await paying.approved(), await paying.approved()]
    await sent(sentOne)
    for (const [words, status] of answers) {
      paying.gate.garble(words, status)
      expect(await follow(), words).toMatchObject({ code: 5, state: 'unclear' })
      const { code, err } = await paying.operate(`pay ${next} --send`)
      expect([3, 5], words).toContain(code)
      expect(err.split('\n'), words).toHaveLength(2)
      expect(await payouts(), words).toHaveLength(before.payouts + 1)
    }
    paying.gate.garble()
    await paidOnce(sentOne)
  })

  test('that never answers is waited for five seconds', async () => {
    const id = await paying.approved()
    await sent(id)
    void paying.gate.hold('eth_chainId', 'asked')
    expect(await follow()).toMatchObject({ code: 5, state: 'unclear', why: expect.stringContaining('too long') })
    await paidOnce(id)
  })

  test('that refuses a transfer says why, and the transfer is sent later', async () => {
    const id = await signedAlone()
    paying.gate.down(false)
    await paying.chain.client.setBalance({ address: payer.address, value: 0n })
    expect(await follow()).toMatchObject({
      code: 0,
      state: 'refused',
      why: expect.stringMatching(/insufficient funds/i),
    })
    expect(await paying.operate(`pay ${id} --send`)).toMatchObject({
      code: 3,
      err: expect.stringMatching(/^The node does not take it: .*insufficient funds/i),
    })
    await paying.chain.client.setBalance({ address: payer.address, value: 10n ** 18n })
    expect(await follow()).toMatchObject({ state: 'sent' })
    await paidOnce(id)
  })
})

describe('a pause', () => {
  test('between signing and sending holds the transfer', async () => {
    const id = await signedAlone()
    paying.gate.down(false)
    await paying.operate('payouts --pause')
    expect(await follow()).toMatchObject({ code: 0, state: 'held' })
    expect(await paying.operate(`pay ${id} --send`)).toMatchObject({ code: 3, err: expect.stringContaining('paused') })
    expect(await received()).toBe(0)
    await paying.operate('payouts --resume')
    expect(await follow()).toMatchObject({ state: 'sent' })
    await paidOnce(id)
  })

  test('after sending books what the network has paid', async () => {
    const id = await paying.approved()
    await sent(id)
    await paying.operate('payouts --pause')
    await paidOnce(id)
  })
})

describe('a network that reorganises', () => {
  test('drops a transfer before it is final: it is sent again, and pays once', async () => {
    const id = await paying.approved()
    const snapshot = await paying.chain.client.snapshot()
    await sent(id)
    await paying.chain.mine(CONFIRMATION_BLOCKS - 2)
    expect(await follow()).toMatchObject({ state: 'waiting' })
    await paying.chain.client.revert({ id: snapshot })
    expect(await received()).toBe(0)
    expect(await paying.shown(id)).toMatchObject({ status: 1 })
    expect(await follow()).toMatchObject({ state: 'sent' })
    await paidOnce(id)
  })
})

describe('a receipt of a block that is not on the chain', () => {
  test.each([
    ['failed', '0x0'],
    ['paid', '0x1'],
  ])('that says %s decides nothing', async (_what, status) => {
    const id = await paying.approved()
    await sent(id)
    await paying.chain.mine(CONFIRMATION_BLOCKS)
    paying.gate.alter('eth_getTransactionReceipt', (receipt) => ({
      ...(receipt as object),
      ...{ status, blockHash: `0x${'77'.repeat(32)}` },
    }))
    expect(await follow()).toMatchObject({ code: 0, state: 'waiting' })
    expect(await payouts()).toHaveLength(before.payouts + 1)
    expect(await outcomes(id)).toEqual([null])
    paying.gate.behave()
    await paidOnce(id)
  })
})

describe('a transfer that comes to nothing', () => {
  test('is reverted: the payout can be begun again once that is final', async () => {
    const id = await signedAlone()
    await paying.chain.refuse(paying.receiver)
    paying.gate.down(false)
    expect(await follow()).toMatchObject({ state: 'sent' })
    expect(await follow()).toMatchObject({ state: 'waiting' })
    await paying.chain.mine(CONFIRMATION_BLOCKS - 1)
    const { transactionId, ...found } = await follow()
    expect(found).toMatchObject({ code: 0, state: 'reverted', why: expect.stringContaining('begun again') })
    expect(await paying.shown(id)).toMatchObject({ status: 1 })
    expect(await paying.operate('verify-money')).toMatchObject({ code: 0 })
    expect(await paying.operate(`pay ${id} --transaction ${transactionId}`)).toMatchObject({
      code: 3,
      err: 'This transaction was signed here but paid nothing.\n',
    })
    await paying.chain.refuse(paying.receiver, false)
    await sent(id)
    await paidOnce(id)
    expect(await outcomes(id)).toEqual(['paid', 'reverted'])
  })

  test.each(['says that nothing was sent', 'enters what has paid'])(
    'is replaced: an operator decides, and %s',
    async (what) => {
      const id = await signedAlone()
      // Another program with the key uses the nonce while the service is down.
      const other = await paying.chain.spend('5')
      await paying.chain.mine(CONFIRMATION_BLOCKS - 2)
      paying.gate.down(false)
      await paying.operate('payouts --pause')
      expect(await follow()).toMatchObject({ state: 'held' })
      await paying.chain.mine(50)
      expect(await follow()).toMatchObject({
        code: 0,
        state: 'replaced',
        why: expect.stringContaining(other.transactionHash),
      })
      await paying.operate('payouts --resume')
      expect(await paying.operate(`pay ${id} --send`)).toMatchObject({
        code: 3,
        err: expect.stringContaining('coins may be on their way'),
      })
      expect(await outcomes(id)).toEqual(['replaced'])
      if (what === 'enters what has paid') {
        expect(await paying.operate(`pay ${id} --transaction ${other.transactionHash}`)).toMatchObject({ code: 0 })
        expect(await paying.shown(id)).toMatchObject({ status: 3, transactionId: other.transactionHash })
      } else {
        expect(await paying.operate(`pay ${id} --not-sent`)).toMatchObject({ code: 0 })
        await sent(id)
        await paidOnce(id)
        expect(await outcomes(id)).toEqual(['paid', 'replaced'])
      }
    },
  )
})

describe('a receipt', () => {
  test('with another contract, amount or recipient credits nothing', async () => {
    const id = await paying.approved()
    await sent(id)
    await paying.chain.mine(CONFIRMATION_BLOCKS)
    const changed = async (change: string, back: string) => {
      await paying.world.query(change)
      expect(await follow()).toMatchObject({ code: 0, state: 'another' })
      await paying.world.query(back)
    }
    const token = await paying.chain.deploy()
    const otherOperator = createOperator(paying.world, { ...paying.settings, ETHEREUM_USDT: token })
    expect(await follow(otherOperator)).toMatchObject({ code: 0, state: 'another' })
    await changed(
      'update withdrawals set receive = receive + 1, amount = amount + 1',
      'update withdrawals set receive = receive - 1, amount = amount - 1',
    )
    await changed(
      `update withdrawals set address = '${payer.address}'`,
      `update withdrawals set address = '${paying.receiver}'`,
    )
    expect(await paying.shown(id)).toMatchObject({ status: 1 })
    await paidOnce(id)
  })

  test('with something else is accepted as the payment only by an operator', async () => {
    const id = await paying.approved()
    await sent(id)
    const { transactionId = '' } = await follow()
    const take = (operate = paying.operate) => operate(`pay ${id} --transaction ${transactionId}`)
    expect(await take()).toMatchObject({ code: 3, err: expect.stringContaining('by itself; now it is waiting') })
    await paying.chain.mine(CONFIRMATION_BLOCKS)
    expect(await take()).toMatchObject({ code: 3, err: expect.stringContaining('by itself; now it is paid') })
    const token = await paying.chain.deploy()
    const otherOperator = createOperator(paying.world, { ...paying.settings, ETHEREUM_USDT: token })
    expect(await follow(otherOperator)).toMatchObject({
      state: 'another',
      why: expect.stringContaining('--transaction'),
    })
    expect(await take(otherOperator)).toMatchObject({ code: 0 })
    expect(await paying.shown(id)).toMatchObject({ status: 3, transactionId })
    expect(await outcomes(id)).toEqual(['paid'])
    expect(await follow()).toEqual({ code: 0 })
    expect(await take(otherOperator)).toMatchObject({ code: 3 })
  })
})
