import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addWallet, checkWallet, editWallet } from '#lib/contract/wallets.ts'
import type { ChainCode } from '#lib/rules/networks.ts'
import { fundUser } from '#world/funds.ts'
import { createOperator } from '#world/operator.ts'
import type { User } from '#world/visitor.ts'
import { addresses, payment, setFirst, walletOf, withdraw } from '#world/wallets.ts'
import { createWorld, type World } from '#world/world.ts'

const contract = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'
const delegated = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'
const treasury = '0x52908400098527886E0F7030069857D2E4169EE7'

/** A mock node that answers which addresses hold code, or never answers. */
const codes: Record<string, string> = {}
const node = { isAway: false, calls: 0 }
let server: Server
let world: World
let user: User

beforeAll(async () => {
  server = createServer(async (request, response) => {
    node.calls += 1
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { id, params } = JSON.parse(String(Buffer.concat(parts)))
    if (node.isAway) return void response.writeHead(503).end()
    const code =
      Object.entries(codes).find(([address]) => address.toLowerCase() === params[0].toLowerCase())?.[1] ?? '0x'
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ jsonrpc: '2.0', id, result: code }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  world = await createWorld({ settings: { ETHEREUM_RPC_URL: url, TREASURY_ADDRESS: treasury } })
})
beforeEach(async () => {
  Object.assign(codes, { [contract]: '0x6080', [delegated]: `0xef0100${'ab'.repeat(20)}` })
  Object.assign(node, { isAway: false, calls: 0 })
  user = await world.user()
  await setFirst(user)
})
afterAll(async () => {
  await world.close()
  server.closeAllConnections()
  await new Promise<void>((resolve) => server.close(() => resolve()))
})

const usdt = (walletAddress: string, chainCode: ChainCode = 'ETHEREUM') =>
  ({ addressName: 'Mine', walletAddress, currencyCode: 'USDT', chainCode, paymentPassword: payment }) as const
const add = (walletAddress: string, more: object = {}) => user.call(addWallet, { ...usdt(walletAddress), ...more })

describe('an address that gives nothing back', () => {
  test.each([
    ['ETHEREUM', '0x000000000000000000000000000000000000dEaD', 'ADDRESS_BURN', 'lost for good'],
    ['BSC', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 'ADDRESS_PROGRAM', "can't be recovered"],
    ['TRON', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', 'ADDRESS_BURN', 'lost for good'],
    ['TRON', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'ADDRESS_PROGRAM', "can't be recovered"],
    ['ETHEREUM', treasury, 'ADDRESS_OURS', 'our own addresses'],
  ] as const)('on %s is refused with a sentence: %s', async (chain, address, reason, sentence) => {
    await expect(user.call(addWallet, usdt(address, chain))).rejects.toMatchObject({
      reason,
      message: expect.stringContaining(sentence),
    })
    const checked = await user.call(checkWallet, { chainCode: chain, walletAddress: address })
    expect(checked).toEqual({ valid: false, walletAddress: null, looksLike: null, refusal: reason, isContract: null })
  })

  test('is a deposit address, in any capitals', async () => {
    const ours = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
    await world.query(
      `insert into deposit_addresses (number, address, key_id, purpose, subject_id, user_id, network, amount, opened_at)
       values (1, $1, 'k', 'recharge', 'r', $2, 'ETHEREUM', 1000000, now())`,
      [ours, user.info.id],
    )
    for (const typed of [ours, ours.toLowerCase()])
      await expect(add(typed)).rejects.toMatchObject({ reason: 'ADDRESS_OURS' })
  })

  test('is refused at the withdrawal when it was saved before, and shown to the operator', async () => {
    await fundUser(world, user, { USDT: '100' })
    const wallet = await walletOf(user, { coin: 'USDT', chain: 'TRON' })
    const withdrawal = await withdraw(user, wallet, { amount: '20' })
    const burnt = 'T9yD14Nj9j7xAB4dbGeiX9h8upfCg3PBbY'
    await world.query('update wallets set address = $1', [burnt])
    await expect(withdraw(user, { ...wallet, walletAddress: burnt }, { amount: '20' })).rejects.toMatchObject({
      reason: 'ADDRESS_BURN',
    })
    // A withdrawal that was requested before the rule existed.
    await world.query('update withdrawals set address = $1', [burnt])
    world.clock.advance(86_401)
    const operate = createOperator(world)
    expect(await operate(`approve ${withdrawal._id} --yes`)).toMatchObject({
      code: 3,
      err: expect.stringContaining('Refuse the withdrawal'),
    })
    await world.query('update withdrawals set address = $1', [wallet.walletAddress])
  })
})

describe('a contract', () => {
  test('is warned of and has to be confirmed', async () => {
    expect(await user.call(checkWallet, { chainCode: 'ETHEREUM', walletAddress: contract })).toMatchObject({
      valid: true,
      isContract: true,
    })
    await expect(add(contract)).rejects.toMatchObject({ reason: 'ADDRESS_CONTRACT', data: { currencyCode: 'USDT' } })
    const { wallet } = await add(contract, { isContractConfirmed: true })
    expect(wallet.isContractConfirmed).toBe(true)
    await fundUser(world, user, { USDT: '100' })
    expect(await withdraw(user, wallet, { amount: '20' })).toMatchObject({ receiveAmount: '17' })
  })

  test.each([
    ['a wallet', addresses.ETHEREUM, false],
    ['a wallet that delegates (EIP-7702)', delegated, false],
  ])('is not what %s is', async (_, address, isContract) => {
    expect(await user.call(checkWallet, { chainCode: 'ETHEREUM', walletAddress: address })).toMatchObject({
      isContract,
    })
    expect((await add(address)).wallet.isContractConfirmed).toBe(false)
  })

  test('that was deployed at a saved address is refused at the withdrawal, and confirmed by an edit', async () => {
    await fundUser(world, user, { USDT: '100' })
    const { wallet } = await add(addresses.ETHEREUM)
    codes[addresses.ETHEREUM] = '0x60'
    await expect(withdraw(user, wallet, { amount: '20' })).rejects.toMatchObject({ reason: 'ADDRESS_CONTRACT' })
    await user.call(editWallet, { _id: wallet._id, isContractConfirmed: true, paymentPassword: payment })
    await withdraw(user, wallet, { amount: '20' })
    // Another address is another contract.
    await expect(
      user.call(editWallet, { _id: wallet._id, walletAddress: contract, paymentPassword: payment }),
    ).rejects.toMatchObject({ reason: 'ADDRESS_CONTRACT' })
    const edit = { _id: wallet._id, walletAddress: delegated, paymentPassword: payment }
    expect((await user.call(editWallet, edit)).wallet.isContractConfirmed).toBe(false)
    delete codes[addresses.ETHEREUM]
  })

  test('is unknown without an answer of a node', async () => {
    node.isAway = true
    expect(await user.call(checkWallet, { chainCode: 'ETHEREUM', walletAddress: contract })).toMatchObject({
      valid: true,
      isContract: null,
    })
    const { wallet } = await add(contract)
    expect(wallet.isContractConfirmed).toBe(false)
    expect(await user.call(checkWallet, { chainCode: 'BSC', walletAddress: contract })).toMatchObject({
      isContract: null,
    })
    // Once there is a contract, the withdrawal needs the owner's confirmation.
    node.isAway = false
    await fundUser(world, user, { USDT: '100' })
    await expect(withdraw(user, wallet, { amount: '20' })).rejects.toMatchObject({ reason: 'ADDRESS_CONTRACT' })
  })
})
