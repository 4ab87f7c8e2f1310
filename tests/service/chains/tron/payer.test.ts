import { TronWeb } from 'tronweb'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openTronPayer } from '#service/chains/tron/payer.ts'
import { EXPIRATION_MS, readTerms, writeTerms } from '#service/chains/tron/terms.ts'
import { FINAL_BLOCKS, startTronWorld, type TronWorld } from '#world/tron-world.ts'
import { payCases, signed, stateOf } from './pay-cases.ts'

let world: TronWorld
beforeAll(async () => {
  world = await startTronWorld()
})
afterAll(() => world?.stop())
afterEach(() => world.behave())

describe('a payer of Tron, as of every network', () => payCases(() => world))

const transferTo = (to: string, value = 1n) => ({ payer: world.wallet, to, token: world.token, value })
const BLOCK_MS = 3_000

test('signs what tronweb reads as the same transfer', async () => {
  const to = world.recipient()
  const saved = await signed(world, to, 25n)
  const { refBlock, timestamp, expiration, feeLimit } = readTerms(saved.terms)
  const web = new TronWeb({ fullHost: 'http://127.0.0.1:1' })
  const { transaction } = await web.transactionBuilder.triggerSmartContract(
    world.token,
    'transfer(address,uint256)',
    {
      feeLimit: Number(feeLimit),
      txLocal: true,
      blockHeader: {
        ref_block_bytes: BigInt(refBlock).toString(16).padStart(16, '0').slice(12),
        ref_block_hash: readTerms(saved.terms).refId.slice(16, 32),
        expiration,
        timestamp,
      },
    },
    [
      { type: 'address', value: to },
      { type: 'uint256', value: '25' },
    ],
    world.wallet,
  )
  const theirs = await web.trx.sign(transaction, '11'.repeat(32))
  expect(saved.id).toBe(theirs.txID)
  expect(saved.signed).toContain(theirs.signature[0]?.toLowerCase())
  expect(expiration - timestamp).toBe(EXPIRATION_MS)
})

describe('expires', () => {
  test('when the final chain is past its time and lacks it; then another one is signed and paid', async () => {
    const to = world.recipient()
    const first = await signed(world, to, 25n)
    await world.expire()
    expect(await stateOf(world, first)).toBe('expired')
    expect(await world.follower().send(first.signed)).toMatch(/^TRANSACTION_EXPIRATION_ERROR/)
    const second = await signed(world, to, 25n)
    await world.follower().send(second.signed)
    await world.finalize()
    expect([await stateOf(world, first), await stateOf(world, second)]).toEqual(['expired', 'paid'])
    expect(await world.balanceOf(to)).toBe(25n)
  })

  test('not before the final block is past its time, though the last block is', async () => {
    const saved = await signed(world, world.recipient(), 25n)
    await world.mine(EXPIRATION_MS / BLOCK_MS)
    expect(await world.follower().send(saved.signed)).toMatch(/^TRANSACTION_EXPIRATION_ERROR/)
    expect(await stateOf(world, saved)).toBe('unknown')
    await world.mine(FINAL_BLOCKS - 2)
    expect(await stateOf(world, saved)).toBe('unknown')
    await world.mine(1)
    expect(await stateOf(world, saved)).toBe('expired')
  })

  test('never when it is in the last block that could take it, and the node has forgotten its receipt', async () => {
    const to = world.recipient()
    const saved = await signed(world, to, 25n)
    await world.mine(EXPIRATION_MS / BLOCK_MS - 1)
    expect(await world.follower().send(saved.signed)).toBeUndefined()
    await world.finalize()
    await world.mine(2)
    world.fault('knows no receipts')
    expect(await stateOf(world, saved)).toBe('waiting')
    world.behave()
    expect([await stateOf(world, saved), await world.balanceOf(to)]).toEqual(['paid', 25n])
  })

  test('never by the word of a node whose blocks do not follow each other', async () => {
    const saved = await signed(world, world.recipient(), 25n)
    await world.expire()
    world.node.alter('eth_getBlockByNumber', (block, [tag]) =>
      typeof tag === 'string' && tag.startsWith('0x')
        ? { ...(block as object), parentHash: `0x${'0'.repeat(64)}` }
        : block,
    )
    await expect(stateOf(world, saved)).rejects.toThrow('not on the block before')
  })

  test('never by the word of a node on another chain', async () => {
    const saved = await signed(world, world.recipient(), 25n)
    await world.expire()
    const terms = { ...readTerms(saved.terms), refId: 'ab'.repeat(32) }
    await expect(stateOf(world, { ...saved, terms: writeTerms(terms) })).rejects.toThrow('was final when')
  })

  test('never by the word of a node that leaves transactions out of its blocks', async () => {
    const saved = await signed(world, world.recipient(), 25n)
    await world.follower().send(saved.signed)
    await world.expire()
    world.fault('knows no receipts')
    world.node.alter('eth_getBlockByNumber', (block) => ({ ...(block as object), transactions: [] }))
    await expect(stateOf(world, saved)).rejects.toThrow('leaves the transactions out')
  })
})

describe('fails with a burnt fee', () => {
  test('when its energy ran out', async () => {
    const to = world.recipient()
    const { terms } = await world.payer().quote(transferTo(to))
    const low = writeTerms({ ...readTerms(terms), feeLimit: 1_000_000n })
    const saved = { transfer: transferTo(to), ...(await world.payer().sign(transferTo(to), low, undefined)) }
    const before = world.ledger.balanceOf(world.wallet)
    await world.follower().send(saved.signed)
    await world.finalize()
    const status = await world.follower().fate(saved.transfer, saved)
    expect(status).toMatchObject({ state: 'failed', reason: 'OUT_OF_ENERGY' })
    expect('fee' in status && status.fee).toBe(before - world.ledger.balanceOf(world.wallet))
    expect(await world.balanceOf(to)).toBe(0n)
  })

  test('and a node that contradicts itself about it is not believed', async () => {
    const to = world.recipient()
    const saved = await signed(world, to, 1n)
    await world.follower().send(saved.signed)
    await world.finalize()
    world.node.alter('eth_getTransactionReceipt', (receipt) => ({ ...(receipt as object), status: '0x0' }))
    await expect(stateOf(world, saved)).rejects.toThrow('contradicts itself')
    world.node.alter('eth_getTransactionReceipt', (receipt) => ({ ...(receipt as object), logs: [] }))
    await expect(stateOf(world, saved)).rejects.toThrow('contradicts itself')
  })
})

describe('the fee of a transfer', () => {
  test('is the limit of its energy and its bytes, and covers what is burnt', async () => {
    const to = world.recipient()
    world.ledger.useUpBandwidth(world.wallet)
    const { fee, terms } = await world.payer().quote(transferTo(to))
    const { feeLimit } = readTerms(terms)
    // 130,285 of energy for a new holder, 120 percent of it at 100 sun, and 345 bytes at 1,000 sun.
    expect(feeLimit).toBe(15_634_200n)
    expect(fee - feeLimit).toBe(345_000n)
    const before = world.ledger.balanceOf(world.wallet)
    const saved = await world.payer().sign(transferTo(to), terms, undefined)
    await world.follower().send(saved.signed)
    expect(before - world.ledger.balanceOf(world.wallet)).toBe(130_285n * 100n + 345_000n)
  })

  test('is lower for a recipient that holds the token', async () => {
    const to = world.recipient()
    const first = await world.payer().quote(transferTo(to))
    await world.mint(to, 1n)
    expect((await world.payer().quote(transferTo(to))).fee).toBeLessThan(first.fee)
  })

  test('follows the price of energy', async () => {
    const to = world.recipient()
    const first = await world.payer().quote(transferTo(to))
    world.ledger.prices.energy = 210n
    const second = await world.payer().quote(transferTo(to))
    world.ledger.prices.energy = 100n
    expect(readTerms(second.terms).feeLimit).toBe((readTerms(first.terms).feeLimit * 210n) / 100n)
  })

  test('is refused when the wallet does not cover it', async () => {
    world.node.alter('getaccount', (account) => ({ ...(account as object), balance: 5_000_000 }))
    await expect(world.payer().quote(transferTo(world.recipient()))).rejects.toThrow('holds 5 TRX')
    world.node.alter('getaccount', () => ({}))
    await expect(world.payer().quote(transferTo(world.recipient()))).rejects.toThrow('holds 0 TRX')
  })

  test('is refused when a node asks for too much', async () => {
    world.node.alter('triggerconstantcontract', (answer) => ({ ...(answer as object), energy_used: 5_000_000 }))
    await expect(world.payer().quote(transferTo(world.recipient()))).rejects.toThrow('at most 100 are allowed')
  })

  test.each([
    ['getchainparameters', {}],
    ['getchainparameters', { chainParameter: [] }],
    ['getchainparameters', { chainParameter: [{ key: 'getEnergyFee', value: 0 }] }],
    ['triggerconstantcontract', {}],
    ['triggerconstantcontract', { result: { result: true } }],
    ['triggerconstantcontract', { result: { result: true }, energy_used: 0 }],
    ['getaccount', { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', balance: 10 ** 12 }],
  ])('is not guessed when %s answers %j', async (method, answer) => {
    world.node.alter(method, () => answer)
    await expect(world.payer().quote(transferTo(world.recipient()))).rejects.toThrow(/^The node/)
  })
})

describe('a node refuses what it is sent', () => {
  test('with its reason, when the signature is of another key', async () => {
    const payer = openTronPayer(world.settings, '33'.repeat(32), world.options)
    const { terms } = await world.payer().quote(transferTo(world.recipient()))
    const own = { ...transferTo(world.recipient()), payer: payer.address }
    const { signed: text } = await payer.sign(own, terms, undefined)
    expect(await world.follower().send(text)).toMatch(/^CONTRACT_VALIDATE_ERROR: account/)
    const saved = await signed(world, world.recipient(), 1n)
    const forged = saved.signed.slice(0, -130) + text.slice(-130)
    expect(await world.follower().send(forged)).toBe('SIGERROR: Validate signature error')
  })

  test('with its reason, when the reference block is of another chain', async () => {
    const { terms } = await world.payer().quote(transferTo(world.recipient()))
    const other = writeTerms({ ...readTerms(terms), refId: 'ab'.repeat(32) })
    const { signed: text } = await world.payer().sign(transferTo(world.recipient()), other, undefined)
    expect(await world.follower().send(text)).toMatch(/^TAPOS_ERROR/)
  })

  test.each(['SERVER_BUSY', 'NO_CONNECTION', 'NOT_ENOUGH_EFFECTIVE_CONNECTION', 'BLOCK_UNSOLIDIFIED'])(
    '%s says nothing about the transfer',
    async (code) => {
      const saved = await signed(world, world.recipient(), 1n)
      world.node.alter('broadcasthex', () => ({ result: false, code, message: '' }))
      await expect(world.follower().send(saved.signed)).rejects.toThrow('for now')
    },
  )

  test('an answer about another transaction is none', async () => {
    const saved = await signed(world, world.recipient(), 1n)
    world.node.alter('broadcasthex', () => ({ result: true, txid: 'ab'.repeat(32) }))
    await expect(world.follower().send(saved.signed)).rejects.toThrow('answers about')
  })

  test('one that is paid and refused as expired was sent', async () => {
    const saved = await signed(world, world.recipient(), 1n)
    await world.follower().send(saved.signed)
    await world.mine(1)
    world.node.alter('broadcasthex', () => ({ result: false, code: 'TRANSACTION_EXPIRATION_ERROR' }))
    expect(await world.follower().send(saved.signed)).toBeUndefined()
  })
})

test('a node without the list of waiting transactions is enough', async () => {
  const saved = await signed(world, world.recipient(), 1n)
  world.node.alter('gettransactionfrompending', () => new Error('not found'))
  expect(await stateOf(world, saved)).toBe('unknown')
  await world.follower().send(saved.signed)
  expect(await stateOf(world, saved)).toBe('unknown')
  await world.finalize()
  expect(await stateOf(world, saved)).toBe('paid')
})

test('a node whose two interfaces are of two chains is refused', async () => {
  world.node.alter('getblockbynum', () => ({ blockID: 'ab'.repeat(32) }))
  await expect(world.payer().check()).rejects.toThrow('two chains')
  await expect(world.follower().check()).rejects.toThrow('two chains')
})

test('tells contracts from other addresses', async () => {
  expect(await world.follower().isContract(world.token)).toBe(true)
  expect(await world.follower().isContract(world.wallet)).toBe(false)
})

test.each(['', 'abc', '0x', '00'.repeat(32), 'ff'.repeat(32), `${'1'.repeat(64)}1`])(
  'refuses the key "%s" without repeating it',
  (key) => {
    const open = () => openTronPayer(world.settings, key)
    expect(open).toThrow('The key of the wallet')
    if (key.length > 3) expect(open).not.toThrow(key)
  },
)
