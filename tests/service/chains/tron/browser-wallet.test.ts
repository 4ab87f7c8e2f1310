import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tronWallet } from '#app/payment/browser-wallet/tron/wallet.ts'
import type { WalletTransfer } from '#app/payment/browser-wallet/wallet.ts'
import { createTronLink } from '#world/tron-link.ts'
import { FINAL_BLOCKS, startTronWorld, type TronWorld } from '#world/tron-world.ts'

/** The code that pays by TronLink in a browser, against tronweb and the double of a node. */

let world: TronWorld
beforeAll(async () => {
  world = await startTronWorld()
  await world.mine(2 * FINAL_BLOCKS)
})
afterAll(() => world?.stop())
beforeEach(() => world.behave())

function open(of?: { isLegacy: boolean }) {
  const link = createTronLink(world, of)
  const found = { id: 'tron', name: 'TronLink', icon: undefined, provider: link.provider as never }
  const transfer: WalletTransfer = {
    ...{ from: world.wallet, to: world.recipient(), contract: world.token },
    ...{ chainId: link.chainId, decimals: 6, units: 20_000_001n },
  }
  return { ...link, wallet: tronWallet(found), transfer }
}

describe.each([
  ['by TIP-1193', { isLegacy: false }],
  ['by the older interface', { isLegacy: true }],
])('a wallet %s', (_, of) => {
  test('connects, and names its account and the chain of its node', async () => {
    const { wallet, chainId } = open(of)
    expect(await wallet.connect()).toBe(world.wallet)
    expect([await wallet.account(), await wallet.chainId()]).toEqual([world.wallet, chainId])
  })

  test.each([
    ['refuses', 'refused'],
    ['is asked already', 'pending'],
    ['is locked', 'locked'],
  ] as const)('that %s does not connect', async (answer, fault) => {
    const { wallet, it } = open(of)
    it.answer = answer
    await expect(wallet.connect()).rejects.toMatchObject({ fault })
  })
})

test('pays exactly the amount to exactly the address', async () => {
  const { wallet, transfer } = open()
  await wallet.assertCanPay(transfer)
  const id = await wallet.send(transfer)
  await world.finalize()
  expect(await world.balanceOf(transfer.to)).toBe(transfer.units)
  expect(await world.reader().transfersOf(id)).toMatchObject({
    state: 'taken',
    arrivals: [{ to: transfer.to, token: world.token, value: transfer.units }],
  })
})

test.each([
  ['holds one unit too little', (of: WalletTransfer) => ({ ...of, units: 2_000_000_001n * 10n ** 6n }), 'shortOfToken'],
  ['is asked for other decimals', (of: WalletTransfer) => ({ ...of, decimals: 18 }), 'otherToken'],
])('an account that %s is told', async (_, change, fault) => {
  const { wallet, transfer } = open()
  await expect(wallet.assertCanPay(change(transfer))).rejects.toMatchObject({ fault })
})

test('an account without TRX is told that the fee is short', async () => {
  const { wallet, transfer } = open()
  const from = world.recipient()
  await world.pay(from, transfer.units)
  await expect(wallet.assertCanPay({ ...transfer, from })).rejects.toMatchObject({ fault: 'shortOfGas' })
})

test('cannot be switched by the page where it does not offer that', async () => {
  await expect(open().wallet.switchTo('728126428')).rejects.toMatchObject({ fault: 'cannotSwitch' })
})

describe('nothing is sent', () => {
  test('when its owner refuses', async () => {
    const { wallet, transfer, it } = open()
    it.answer = 'refuses'
    await expect(wallet.send(transfer)).rejects.toMatchObject({ fault: 'refused' })
    await world.finalize()
    expect(await world.balanceOf(transfer.to)).toBe(0n)
  })

  test.each([
    ['another account is shown', { from: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }, 'otherAccount'],
    ['its node is of another chain', { chainId: '728126428' }, 'otherChain'],
  ])('when %s', async (_, parts, fault) => {
    const { wallet, transfer, it } = open()
    await expect(wallet.send({ ...transfer, ...parts })).rejects.toMatchObject({ fault })
    expect(it.signed).toBe(0)
  })

  type Made = { txID: string; raw_data_hex: string; raw_data: { contract: { parameter: { value: object } }[] } }
  const valuesOf = (made: Made) => made.raw_data.contract[0]?.parameter.value as Record<string, unknown>
  const alter = (made: Made, parts: object): Made => {
    const copy = structuredClone(made)
    Object.assign(valuesOf(copy), parts)
    return copy
  }
  test.each([
    ['a transaction to another address', (made: Made) => alter(made, { data: 'a9059cbb'.padEnd(136, '1') })],
    ['a call of another contract', (made: Made) => alter(made, { contract_address: `41${'ab'.repeat(20)}` })],
    ['a transaction of another account', (made: Made) => alter(made, { owner_address: `41${'ab'.repeat(20)}` })],
    ['TRX beside the tokens', (made: Made) => alter(made, { call_value: 1 })],
    [
      'another kind of transaction',
      (made: Made) => ({ ...made, raw_data: { contract: [{ type: 'TransferContract' }] } }),
    ],
    ['two acts in one', (made: Made) => ({ ...made, raw_data: { contract: [...made.raw_data.contract, {}] } })],
    [
      'other bytes than it describes',
      (made: Made) => ({ ...made, raw_data_hex: made.raw_data_hex.replace(/a9059cbb/, 'a9059cbc') }),
    ],
    ['another id than its bytes have', (made: Made) => ({ ...made, txID: 'ab'.repeat(32) })],
    ['nothing', () => ({})],
  ] as const)('when the wallet’s node makes %s', async (_, change) => {
    const { wallet, transfer, it } = open()
    it.change = (made) => change(made as Made)
    await expect(wallet.send(transfer)).rejects.toMatchObject({ fault: 'otherToken' })
    expect(it.signed).toBe(0)
  })
})

test('what was sent before by the wallet itself is sent', async () => {
  const { wallet, transfer, provider } = open()
  const { sendRawTransaction } = provider.tronWeb.trx
  provider.tronWeb.trx.sendRawTransaction = async (signed) => {
    await sendRawTransaction(signed)
    return sendRawTransaction(signed)
  }
  const id = await wallet.send(transfer)
  await world.finalize()
  expect(await world.reader().transfersOf(id)).toMatchObject({ state: 'taken' })
})

test.each([
  [
    'does not answer',
    () => Promise.reject(new Error('down')),
    { fault: 'unclear', id: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ],
  ['is busy', async () => ({ code: 'SERVER_BUSY' }), { fault: 'unclear', id: expect.stringMatching(/^[0-9a-f]{64}$/) }],
  ['finds too little for bandwidth', async () => ({ code: 'BANDWITH_ERROR' }), { fault: 'shortOfGas' }],
  ['refuses the signature', async () => ({ code: 'SIGERROR' }), { fault: 'failed' }],
])('a node that %s', async (_, answer, thrown) => {
  const { wallet, transfer, provider } = open()
  provider.tronWeb.trx.sendRawTransaction = answer
  await expect(wallet.send(transfer)).rejects.toMatchObject(thrown)
})
