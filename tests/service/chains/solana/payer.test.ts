import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { NetworkError, NodeError } from '#service/chains/network.ts'
import { openSolanaPayer } from '#service/chains/solana/payer.ts'
import { ASSOCIATED_TOKEN } from '#service/chains/solana/programs.ts'
import { readTerms, VALID_BLOCKS, writeTerms } from '#service/chains/solana/terms.ts'
import { RpcError } from '#world/solana-rpc.ts'
import { SOL, type SolanaWorld, startSolanaWorld } from '#world/solana-world.ts'
import { createPaySteps } from './pay-steps.ts'

let world: SolanaWorld
beforeAll(async () => {
  world = await startSolanaWorld()
})
afterAll(() => world?.stop())
afterEach(() => {
  world.behave()
  world.chain.setLamports(world.wallet, 10n * SOL)
})

const { transferTo, sign, signWith, send, stateOf, paid, forget } = createPaySteps(() => world)

describe('the fee of a transfer', () => {
  test('is all that the wallet loses: signature, units and the rent of a new token account', async () => {
    const saved = await sign()
    const before = world.lamportsOf(world.wallet)
    await send(saved)
    const lost = before - world.lamportsOf(world.wallet)
    expect(lost).toBeLessThanOrEqual(saved.fee)
    expect(saved.fee - lost).toBeLessThan(1_000n)
    expect(saved.fee).toBeGreaterThan(2_039_280n)
  })

  test('has no rent where the recipient holds the token', async () => {
    const to = world.stranger()
    await world.createAccount(to, world.grass)
    const { fee, terms } = await sign(transferTo(to))
    expect(fee).toBeLessThan(20_000n)
    expect(readTerms(terms).creates).toBe(false)
  })

  test('follows what others pay, and is never the lowest', async () => {
    const transfer = transferTo(world.stranger())
    world.node.alter('getRecentPrioritizationFees', () => [])
    expect(readTerms((await world.payer().quote(transfer)).terms).unitPrice).toBe(10_000n)
    const told = [0, 7, 1_000_000, 900_000].map((prioritizationFee) => ({ slot: 1, prioritizationFee }))
    world.node.alter('getRecentPrioritizationFees', () => told)
    const { fee, terms } = await world.payer().quote(transfer)
    expect(readTerms(terms).unitPrice).toBe(1_000_000n)
    expect(fee - 2_039_280n - 5_000n).toBe(BigInt(readTerms(terms).unitLimit + 999))
  })

  test('is refused when it is too high, or the wallet does not cover it and its own rent', async () => {
    const transfer = transferTo(world.stranger())
    const told = [{ slot: 1, prioritizationFee: 2_000_000_000 }]
    world.node.alter('getRecentPrioritizationFees', () => told)
    await expect(world.payer().quote(transfer)).rejects.toThrow('at most 0.02 are allowed')
    world.behave()
    world.chain.setLamports(world.wallet, 2_500_000n)
    await expect(world.payer().quote(transfer)).rejects.toThrow('holds 0.0025 SOL: too little')
    // The rent of both accounts, the signature, and a part of the units.
    world.chain.setLamports(world.wallet, 2_039_280n + 890_880n + 5_100n)
    await expect(world.payer().quote(transfer)).rejects.toThrow(/holds 0\.00293526 SOL.*0\.00089088 have to stay/)
    world.chain.setLamports(world.wallet, 0n)
    await expect(world.payer().quote(transfer)).rejects.toThrow('holds 0 SOL')
  })

  test.each([
    ['getRecentPrioritizationFees', { value: [] }],
    ['simulateTransaction', { context: { slot: 1 }, value: { err: null, logs: [] } }],
    [
      'simulateTransaction',
      { context: { slot: 1 }, value: { err: null, logs: [], unitsConsumed: 0, accounts: [null] } },
    ],
    [
      'simulateTransaction',
      { context: { slot: 1 }, value: { err: null, logs: [], unitsConsumed: 9, accounts: [null] } },
    ],
    ['getMinimumBalanceForRentExemption', -1],
    ['getLatestBlockhash', { context: { slot: 1 }, value: { blockhash: 'l0' } }],
    ['getMultipleAccounts', { context: { slot: 1 }, value: [] }],
  ])('is not guessed when %s answers %j', async (method, answer) => {
    world.node.alter(method, () => answer)
    await expect(world.payer().quote(transferTo(world.stranger()))).rejects.toThrow(NodeError)
  })
})

describe('a recipient that is no wallet is refused by a sentence', () => {
  test.each([
    ['a token', () => world.usdt, 'is a token, not a wallet'],
    ['a program', () => ASSOCIATED_TOKEN, 'is a program, not a wallet'],
    ['the paying wallet', () => world.wallet, 'is the paying wallet itself'],
  ])('%s', async (_, to, reason) => {
    await expect(world.payer().quote(transferTo(to()))).rejects.toThrow(reason)
  })

  test('a token account, and the address of one that does not exist yet', async () => {
    const [owner, other] = [world.stranger(), world.stranger()]
    await world.createAccount(owner, world.grass)
    const account = await world.accountOf(owner, world.grass)
    await expect(world.payer().quote(transferTo(account))).rejects.toThrow('ask for the address of the wallet')
    expect(await world.follower().isContract(account)).toBe(true)
    const none = await world.accountOf(other, world.grass)
    await expect(world.payer().quote(transferTo(none))).rejects.toThrow('no key belongs to it')
    expect(await world.follower().isContract(none)).toBe(true)
    expect(await world.follower().isContract(other)).toBe(false)
  })

  test('a wallet whose token account was handed to somebody else, or is frozen', async () => {
    const [to, frozen] = [world.stranger(), world.stranger()]
    await world.createAccount(to, world.grass)
    await world.handOver(to, world.issuer.address, world.grass)
    const handed = world.payer().quote(transferTo(to))
    await expect(handed).rejects.toThrow(NetworkError)
    await expect(handed).rejects.toThrow(`belongs to ${world.issuer.address}`)
    await world.freeze(frozen, world.grass)
    await expect(world.payer().quote(transferTo(frozen))).rejects.toThrow('is frozen')
  })
})

describe('tokens of Token-2022', () => {
  test('are paid, to an account of their own program', async () => {
    const saved = await paid(transferTo(world.stranger(), 1_000n, world.modern))
    expect(await stateOf(saved)).toBe('paid')
    expect(await world.balanceOf(saved.transfer.to, world.modern)).toBe(1_000n)
    const before = saved.fee
    expect(before).toBeGreaterThan(2_039_280n)
    expect(await world.follower().programOf?.(world.modern)).not.toBe(await world.follower().programOf?.(world.grass))
  })

  test('that keep a part of each transfer are refused', async () => {
    await expect(world.payer().quote(transferTo(world.stranger(), 1_000n, world.taxed))).rejects.toThrow(
      'would give 990 units to the recipient in place of 1000',
    )
  })
})

describe('the time of a transfer', () => {
  test('ends 150 blocks after that of its hash, to the block', async () => {
    const [early, late] = [await sign(), await sign()]
    const { lastValidHeight } = readTerms(early.terms)
    world.mine(Number(lastValidHeight - world.chain.tip().height) - 1)
    expect(await send(early)).toBeUndefined()
    expect(world.chain.tip().height).toBe(lastValidHeight)
    world.mine(1)
    expect(await send(late)).toBe('BlockhashNotFound')
    world.mine(30)
    expect([await stateOf(early), await stateOf(late)]).toEqual(['paid', 'unknown'])
    world.mine(1)
    expect([await stateOf(early), await stateOf(late)]).toEqual(['paid', 'expired'])
    expect(await world.balanceOf(late.transfer.to, world.grass)).toBe(0n)
  })

  test('begins again with the answer to a question, at the same fee', async () => {
    const transfer = transferTo(world.stranger())
    const payer = world.payer()
    const { terms } = await payer.quote(transfer)
    world.expire()
    const renewed = (await payer.renew?.(terms)) ?? ''
    const [before, after] = [readTerms(terms), readTerms(renewed)]
    expect(after.lastValidHeight).toBeGreaterThan(before.lastValidHeight + VALID_BLOCKS)
    expect({ ...after, blockhash: 0, slot: 0, lastValidHeight: 0 }).toEqual({
      ...{ ...before, blockhash: 0, slot: 0, lastValidHeight: 0 },
    })
    expect(await send(await signWith(transfer, renewed))).toBeUndefined()
  })

  test('is not believed when the last valid height does not fit the chain', async () => {
    for (const change of [-100, 100]) {
      world.node.alter('getLatestBlockhash', (answer) => {
        const { value, ...rest } = answer as { value: { lastValidBlockHeight: number } }
        return { ...rest, value: { ...value, lastValidBlockHeight: value.lastValidBlockHeight + change } }
      })
      await expect(world.payer().quote(transferTo(world.stranger()))).rejects.toThrow('is valid until height')
    }
  })

  test('does not end earlier than that of its block, whatever a node said when it was signed', async () => {
    const saved = await sign()
    const terms = readTerms(saved.terms)
    const early = { ...saved, terms: writeTerms({ ...terms, lastValidHeight: terms.lastValidHeight - 100n }) }
    world.mine(100)
    await expect(stateOf(early)).rejects.toThrow('does not have the blocks until height')
    world.mine(Number(terms.lastValidHeight - world.chain.tip().height) - 1)
    expect(await send(saved)).toBeUndefined()
    world.finalize()
    world.mine(2)
    forget()
    expect(await stateOf(early)).toBe('waiting')
  })
})

describe('sending', () => {
  test('a transfer again is no second one: AlreadyProcessed means sent, and so does a status', async () => {
    const saved = await paid()
    for (const blocks of [0, 1, 200]) {
      world.mine(blocks)
      expect(await send(saved)).toBeUndefined()
    }
    expect(await world.balanceOf(saved.transfer.to, world.grass)).toBe(25n)
  })

  test('two equal transfers with one blockhash are two, and both are paid', async () => {
    const to = world.stranger()
    const { terms } = await world.payer().quote(transferTo(to))
    const [one, other] = [await signWith(transferTo(to), terms), await signWith(transferTo(to), terms)]
    expect(one.id).not.toBe(other.id)
    for (const saved of [one, other]) expect(await send(saved)).toBeUndefined()
    world.finalize()
    expect([await stateOf(one), await stateOf(other)]).toEqual(['paid', 'paid'])
    expect(await world.balanceOf(to, world.grass)).toBe(50n)
  })

  test('a transfer that the network loses stays unknown, and is sent again', async () => {
    const saved = await sign()
    world.node.rpc.delivery.mode = 'lost'
    expect(await send(saved)).toBeUndefined()
    world.mine(5)
    expect(await stateOf(saved)).toBe('unknown')
    world.behave()
    expect(await send(saved)).toBeUndefined()
    world.finalize()
    expect(await stateOf(saved)).toBe('paid')
  })

  test('with the signature of another key is refused by the node, in its words', async () => {
    const [one, other] = [await sign(), await sign()]
    const [mine, theirs] = [one, other].map(({ signed }) => Buffer.from(signed, 'base64'))
    const forged = Buffer.concat([theirs?.subarray(0, 65) ?? '', mine?.subarray(65) ?? ''] as Uint8Array[])
    expect(await world.follower().send(forged.toString('base64'))).toBe('Transaction signature verification failure')
  })

  test.each([
    [-32_005, 'Node is behind by 150 slots'],
    [-32_603, 'Internal error'],
    [-32_016, 'Minimum context slot has not been reached'],
  ])('error %s says nothing about the transfer', async (code, message) => {
    const saved = await sign()
    world.node.alter('sendTransaction', () => new RpcError(code, message))
    await expect(send(saved)).rejects.toThrow('for now')
  })

  test('an answer about another transaction is none', async () => {
    const saved = await sign()
    world.node.alter('sendTransaction', () => world.usdt)
    await expect(send(saved)).rejects.toThrow('answers about')
  })
})

test('refuses to sign for a wallet of another key, and terms that are not its own', async () => {
  const transfer = transferTo(world.stranger())
  const { terms } = await world.payer().quote(transfer)
  const payer = world.payer()
  await expect(payer.sign({ ...transfer, payer: transfer.to }, terms, undefined)).rejects.toThrow('The key is of')
  await expect(payer.sign(transfer, '{"nonce":1}', undefined)).rejects.toThrow('terms')
})

test('a node of another network is refused by its first block', async () => {
  const facts = { ...world.facts, chainId: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' }
  const payer = openSolanaPayer({ ...world.settings, facts }, world.payerKey, world.options)
  await expect(payer.check()).rejects.toThrow(`the first block ${world.chain.genesisHash}, not 5eykt`)
})

test('a limit of requests is waited for when it is short, and told when it is long', async () => {
  let limits = 2
  world.node.intercept(() => {
    limits -= 1
    return limits >= 0 ? { status: 429, headers: { 'retry-after': '2' }, body: 'Too many requests' } : undefined
  })
  const before = world.pauses.length
  expect(await world.follower().feeBalanceOf(world.wallet)).toBeGreaterThan(0n)
  expect(world.pauses.slice(before)).toEqual([2_000, 2_000])
})
