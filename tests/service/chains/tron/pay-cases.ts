import { afterEach, describe, expect, test } from 'vitest'
import type { Terms, TokenTransfer } from '#service/chains/network.ts'
import type { NodeFault, PayWorld, SavedTransfer } from '#world/tron-world.ts'

/** Cases that a payer and a follower of any network have to pass. */

let last: Terms | undefined

/** Signs a transfer as the operator's program does, with the terms of the last one. */
export async function signed(world: PayWorld, to: string, value: bigint): Promise<SavedTransfer> {
  const transfer: TokenTransfer = { payer: world.wallet, to, token: world.token, value }
  const payer = world.payer()
  const { terms } = await payer.quote(transfer)
  const saved = { transfer, ...(await payer.sign(transfer, terms, last)) }
  last = saved.terms
  return saved
}

export const stateOf = async (world: PayWorld, saved: SavedTransfer): Promise<string> =>
  (await world.follower().fate(saved.transfer, saved)).state

export function payCases(world: () => PayWorld): void {
  afterEach(() => world().behave())

  const sign = (to: string, value: bigint) => signed(world(), to, value)
  const state = (saved: SavedTransfer) => stateOf(world(), saved)
  const send = (saved: SavedTransfer) => world().follower().send(saved.signed)
  async function paid(to: string, value: bigint): Promise<SavedTransfer> {
    const saved = await sign(to, value)
    expect(await send(saved)).toBeUndefined()
    await world().finalize()
    return saved
  }

  test('has the wallet of its key, and identifies its node', async () => {
    const payer = world().payer()
    await payer.check()
    expect(payer.address).toBe(world().wallet)
    expect(await payer.decimals(world().token)).toBe(6)
    expect(await world().follower().balanceOf(world().wallet, world().token)).toBeGreaterThan(0n)
    expect(await world().follower().feeBalanceOf(world().wallet)).toBeGreaterThan(0n)
  })

  test('a signed transfer is unknown, then waits, and is paid when its block is final', async () => {
    const to = world().recipient()
    const saved = await sign(to, 25n)
    expect(await state(saved)).toBe('unknown')
    expect(await send(saved)).toBeUndefined()
    expect(await state(saved)).toBe('waiting')
    await world().mine(1)
    expect(await state(saved)).toBe('waiting')
    await world().finalize()
    expect(await state(saved)).toBe('paid')
    expect(await world().balanceOf(to)).toBe(25n)
  })

  test('a transfer that is sent again and again is paid once, and no reason is given', async () => {
    const to = world().recipient()
    const saved = await sign(to, 25n)
    for (let nth = 0; nth < 3; nth += 1) expect(await send(saved)).toBeUndefined()
    await world().finalize()
    for (let nth = 0; nth < 3; nth += 1) expect(await send(saved)).toBeUndefined()
    await world().finalize()
    expect(await world().balanceOf(to)).toBe(25n)
  })

  test('two equal transfers have two ids, and both are paid', async () => {
    const to = world().recipient()
    const [one, other] = [await sign(to, 25n), await sign(to, 25n)]
    expect(one.id).not.toBe(other.id)
    for (const saved of [one, other]) expect(await send(saved)).toBeUndefined()
    await world().finalize()
    expect([await state(one), await state(other), await world().balanceOf(to)]).toEqual(['paid', 'paid', 50n])
  })

  test('the terms are all that a fresh follower needs after a restart', async () => {
    const saved = JSON.parse(
      JSON.stringify(await paid(world().recipient(), 1n), (_, one) => (typeof one === 'bigint' ? Number(one) : one)),
    )
    expect(await state({ ...saved, transfer: { ...saved.transfer, value: BigInt(saved.transfer.value) } })).toBe('paid')
  })

  test('a transfer whose block was replaced is not paid, can be sent again, and is paid once', async () => {
    const to = world().recipient()
    const saved = await sign(to, 25n)
    await send(saved)
    await world().mine(1)
    await world().reorg(1)
    expect(['unknown', 'waiting']).toContain(await state(saved))
    expect(await send(saved)).toBeUndefined()
    await world().finalize()
    expect([await state(saved), await world().balanceOf(to)]).toEqual(['paid', 25n])
  })

  test('a transfer that the network has lost is unknown, and is sent again', async () => {
    const to = world().recipient()
    const saved = await sign(to, 25n)
    await send(saved)
    await world().dropPending()
    expect(await state(saved)).toBe('unknown')
    expect(await send(saved)).toBeUndefined()
    await world().finalize()
    expect([await state(saved), await world().balanceOf(to)]).toEqual(['paid', 25n])
  })

  test('a transfer that fails in a final block is failed', async () => {
    const to = world().recipient()
    const saved = await sign(to, 25n)
    await world().refuse(to)
    await send(saved)
    await world().mine(1)
    expect(await state(saved)).toBe('waiting')
    await world().finalize()
    expect([await state(saved), await world().balanceOf(to)]).toEqual(['failed', 0n])
    await world().refuse(to, false)
  })

  test('a transfer that moved something else is another one', async () => {
    const [to, other] = [world().recipient(), world().recipient()]
    const { transfer, ...saved } = await paid(to, 25n)
    for (const change of [{ to: other }, { value: 26n }, { token: world().otherToken }, { payer: other }])
      expect(await state({ transfer: { ...transfer, ...change }, ...saved })).toBe('another')
  })

  test('quotes a fee, and refuses more than the wallet holds', async () => {
    const transfer = { payer: world().wallet, to: world().recipient(), token: world().token, value: 1n }
    const { fee } = await world().payer().quote(transfer)
    expect(fee).toBeGreaterThan(0n)
    await expect(
      world()
        .payer()
        .quote({ ...transfer, value: 10n ** 18n }),
    ).rejects.toThrow('too little of the token')
  })

  test('refuses a transfer that the token would refuse', async () => {
    const to = world().recipient()
    await world().refuse(to)
    await expect(sign(to, 1n)).rejects.toThrow('The token refuses the transfer')
    await world().refuse(to, false)
  })

  test('refuses to sign for a wallet of another key', async () => {
    const transfer = { payer: world().wallet, to: world().recipient(), token: world().token, value: 1n }
    const { terms } = await world().payer().quote(transfer)
    const payer = world().payer()
    await expect(payer.sign({ ...transfer, payer: transfer.to }, terms, undefined)).rejects.toThrow('The key is of')
  })

  test('refuses terms that are not its own', async () => {
    const transfer = { payer: world().wallet, to: world().recipient(), token: world().token, value: 1n }
    for (const terms of ['', '{}', '{"nonce":1}', 'null'])
      await expect(world().payer().sign(transfer, terms, undefined)).rejects.toThrow('terms')
  })

  describe('knows nothing, and says so, about a paid and an unsent transfer when its node', () => {
    const faults: NodeFault[] = ['is down', 'answers with nothing', 'answers with garbage']
    test.each(faults)('%s', async (name) => {
      const [done, unsent] = [await paid(world().recipient(), 1n), await sign(world().recipient(), 1n)]
      world().fault(name)
      for (const saved of [done, unsent]) await expect(state(saved)).rejects.toThrow()
      await expect(send(unsent)).rejects.toThrow()
      await expect(sign(world().recipient(), 1n)).rejects.toThrow()
      await expect(world().follower().balanceOf(world().wallet, world().token)).rejects.toThrow()
      await expect(world().follower().feeBalanceOf(world().wallet)).rejects.toThrow()
    })

    test('serves another chain', async () => {
      world().fault('serves another chain')
      await expect(world().payer().check()).rejects.toThrow('chain')
    })
  })

  test('a node that has forgotten a receipt does not make a paid transfer free to be signed again', async () => {
    const saved = await paid(world().recipient(), 1n)
    world().fault('knows no receipts')
    expect(['unknown', 'waiting']).toContain(await state(saved))
    await world().expire()
    expect(await state(saved)).toBe('waiting')
  })

  test('a receipt of a block that is not on the chain is no payment', async () => {
    const saved = await paid(world().recipient(), 1n)
    world().fault('lies about receipts')
    expect(await state(saved)).toBe('waiting')
  })

  test('a node that lags sees a paid transfer later, and never as expired', async () => {
    const saved = await sign(world().recipient(), 1n)
    await send(saved)
    await world().mine(1)
    world().lag(2)
    expect(['unknown', 'waiting']).toContain(await state(saved))
    world().behave()
    await world().finalize()
    expect(await state(saved)).toBe('paid')
  })

  describe('a payout that is killed', () => {
    test('after signing, before sending: it is sent after the restart, and paid once', async () => {
      const to = world().recipient()
      const saved = await sign(to, 25n)
      expect(await state(saved)).toBe('unknown')
      await send(saved)
      await world().finalize()
      expect([await state(saved), await world().balanceOf(to)]).toEqual(['paid', 25n])
    })

    test('before the signed transfer was saved: nothing was sent, and another one is signed and paid', async () => {
      const to = world().recipient()
      await sign(to, 25n)
      const saved = await paid(to, 25n)
      expect([await state(saved), await world().balanceOf(to)]).toEqual(['paid', 25n])
    })

    test('after sending, before it knew the answer', async () => {
      const to = world().recipient()
      const saved = await sign(to, 25n)
      await send(saved)
      expect(await send(saved)).toBeUndefined()
      await world().finalize()
      expect([await state(saved), await world().balanceOf(to)]).toEqual(['paid', 25n])
    })

    test('after the block, before its state was saved', async () => {
      const saved = await paid(world().recipient(), 25n)
      expect([await state(saved), await state(saved)]).toEqual(['paid', 'paid'])
    })
  })
}
