import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { NodeError } from '#service/chains/network.ts'
import { RpcError } from '#world/solana-rpc.ts'
import { type SolanaWorld, startSolanaWorld } from '#world/solana-world.ts'
import { createPaySteps } from './pay-steps.ts'

let world: SolanaWorld
beforeAll(async () => {
  world = await startSolanaWorld()
})
afterAll(() => world?.stop())
afterEach(() => {
  world.behave()
})

const { sign, send, stateOf, paid, forget } = createPaySteps(() => world)

describe('a transfer is never taken for expired by the word of a node', () => {
  test('that has forgotten it', async () => {
    const saved = await paid()
    world.expire()
    forget()
    expect(await stateOf(saved)).toBe('waiting')
  })

  test('that tells a height in the future', async () => {
    const saved = await sign()
    world.node.alter('getBlockHeight', (height) => Number(height) + 1_000)
    await expect(stateOf(saved)).rejects.toThrow(NodeError)
  })

  test('that calls its newest block final', async () => {
    const saved = await sign()
    world.chain.hurry(true)
    world.mine(160)
    expect(await stateOf(saved)).toBe('unknown')
    world.mine(31)
    expect(await stateOf(saved)).toBe('expired')
  })

  test('that lags, or cannot search its history', async () => {
    const saved = await sign()
    world.expire()
    world.chain.lag(40)
    expect(await stateOf(saved)).toBe('unknown')
    world.behave()
    const unavailable = new RpcError(-32_011, 'Transaction history is not available from this node')
    world.node.alter('getSignatureStatuses', () => unavailable)
    await expect(stateOf(saved)).rejects.toThrow('history is not available')
    world.behave()
    expect(await stateOf(saved)).toBe('expired')
  })

  test.each([
    ['keeps no old blocks', 'getBlock', () => new RpcError(-32_001, 'Block 1 cleaned up'), 'cleaned up'],
    ['lists other blocks', 'getBlocksWithLimit', (slots: unknown) => (slots as number[]).slice(1), 'does not list'],
    [
      'lists too few blocks',
      'getBlocksWithLimit',
      (slots: unknown) => (slots as number[]).slice(0, 90),
      'until height',
    ],
    [
      'tells blocks that do not follow each other',
      'getBlock',
      (block: unknown) => ({ ...(block as object), previousBlockhash: world.usdt }),
      'is not on the block before',
    ],
    [
      'tells blocks without their transactions',
      'getBlock',
      (block: unknown) => ({ ...(block as object), signatures: undefined }),
      'form',
    ],
    [
      'is on another chain',
      'getBlock',
      (block: unknown) => ({ ...(block as object), blockhash: world.usdt }),
      'lacks the block',
    ],
  ] as const)('that %s', async (_, method, alteration, reason) => {
    const saved = await sign()
    world.expire()
    world.node.alter(method, alteration)
    await expect(stateOf(saved)).rejects.toThrow(reason)
    world.behave()
    expect(await stateOf(saved)).toBe('expired')
  })
})

describe('a transfer is never taken for paid by the word of a node', () => {
  test.each(['processed', 'confirmed'])('that only says %s', async (confirmationStatus) => {
    const saved = await paid()
    world.node.alter('getSignatureStatuses', (answer) => {
      const { value, ...rest } = answer as { value: [object] }
      return { ...rest, value: [{ ...value[0], confirmationStatus }] }
    })
    expect(await stateOf(saved)).toBe('waiting')
  })

  test('that calls its newest block final', async () => {
    const saved = await sign()
    await send(saved)
    world.chain.hurry(true)
    expect(await stateOf(saved)).toBe('waiting')
    world.mine(31)
    expect(await stateOf(saved)).toBe('paid')
  })

  test('that calls it final, and has it in no final block', async () => {
    const saved = await paid()
    world.node.alter('getTransaction', () => null)
    await expect(stateOf(saved)).rejects.toThrow('in none of its final blocks')
  })

  test('whose status and block differ', async () => {
    const saved = await paid()
    for (const change of [
      { slot: 5 },
      { meta: { err: 'AccountInUse', preTokenBalances: [], postTokenBalances: [] } },
    ]) {
      world.node.alter('getTransaction', (answer) => ({ ...(answer as object), ...change }))
      await expect(stateOf(saved)).rejects.toThrow('contradicts itself')
    }
  })

  test('that tells other balances, or the token account of another owner', async () => {
    const saved = await paid()
    type Balance = { owner: string; uiTokenAmount: { amount: string } }
    const alter = (change: (balance: Balance) => object) =>
      world.node.alter('getTransaction', (answer) => {
        const { meta, ...rest } = answer as { meta: { postTokenBalances: Balance[] } }
        return { ...rest, meta: { ...meta, postTokenBalances: meta.postTokenBalances.map(change) } }
      })
    alter((balance) => ({ ...balance, uiTokenAmount: { amount: '7' } }))
    await expect(stateOf(saved)).rejects.toThrow('its balances differ')
    alter((balance) => ({ ...balance, owner: world.issuer.address }))
    await expect(stateOf(saved)).rejects.toThrow('the token account of another owner')
    alter((balance) => ({ ...balance, mint: world.usdt }))
    await expect(stateOf(saved)).rejects.toThrow('contradicts itself')
  })

  test('that answers about another transaction', async () => {
    const [one, other] = [await paid(), await paid()]
    const told = world.node.rpc.call('getTransaction', [other.id, { commitment: 'finalized' }]) as { slot: number }
    world.node.alter('getTransaction', (answer) => ({ ...told, slot: (answer as { slot: number }).slot }))
    await expect(stateOf(one)).rejects.toThrow('another transaction')
  })
})
