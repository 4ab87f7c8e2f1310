import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { messageList } from '#lib/contract/messages.ts'
import { CONFIRMATION_BLOCKS, createDepositWorld, type DepositWorld } from '#world/deposit-world.ts'

let it: DepositWorld
beforeAll(async () => {
  it = await createDepositWorld()
  await it.poll()
  await it.poll('BSC')
})
afterAll(() => it.close())
beforeEach(() => {
  it.orders.notified.length = 0
  it.orders.dispose = ({ confirmed }) => ({ taken: 0n, credited: confirmed })
})

const receiptsAt = async (transactionId: string) =>
  (await it.receipts()).filter(({ transaction_id }) => transaction_id === transactionId)
const accounts = async () => {
  const before = await it.accounts()
  return async () => {
    const after = await it.accounts()
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    const moved = names.map((name) => [name, String(BigInt(after[name] ?? 0) - BigInt(before[name] ?? 0))] as const)
    return Object.fromEntries(moved.filter(([, amount]) => amount !== '0'))
  }
}

test('shows a payment when it is seen, and books it once when it is final', async () => {
  const moved = await accounts()
  const { address, subjectId } = await it.open()
  it.orders.dispose = ({ confirmed }) => ({ taken: confirmed, credited: 0n })
  const transactionId = await it.pay(address, '10')
  await it.poll()
  const common = { subjectId, userId: it.user.info.id, network: 'ETHEREUM', amount: 10_000_000n, transactionId }
  const firstSeenAt = it.world.clock.now()
  expect(it.orders.notified).toEqual([{ ...common, seen: 10_000_000n, confirmed: 0n, firstSeenAt }])
  expect(await moved()).toEqual({})
  it.world.clock.advance(60)
  await it.chains.ETHEREUM.mine(CONFIRMATION_BLOCKS - 2)
  for (let looks = 0; looks < 3; looks += 1) await it.poll()
  expect(it.orders.notified).toHaveLength(1)
  await it.chains.ETHEREUM.mine(1)
  for (let looks = 0; looks < 3; looks += 1) await it.poll()
  expect(it.orders.notified.slice(1)).toEqual([{ ...common, seen: 10_000_000n, confirmed: 10_000_000n, firstSeenAt }])
  expect(await moved()).toEqual({ deposits: '-10000000', orders: '10000000' })
  const cursors = await it.world.query('select looked_at from chain_cursors where network = $1', ['ETHEREUM'])
  expect(cursors).toEqual([{ looked_at: new Date(it.world.clock.now()) }])
})

test('needs a second poll for a receipt that has enough confirmations at once', async () => {
  const { address } = await it.open()
  const transactionId = await it.pay(address, '1')
  await it.chains.ETHEREUM.mine(50)
  await it.poll()
  expect(await receiptsAt(transactionId)).toMatchObject([{ state: 'seen' }])
  await it.poll()
  expect(await receiptsAt(transactionId)).toMatchObject([{ state: 'confirmed' }])
})

test('adds up partial payments, leaves unallocated money in suspense, and allocates it later', async () => {
  const moved = await accounts()
  const { address } = await it.open()
  it.orders.dispose = () => ({ taken: 0n, credited: 0n })
  await it.pay(address, '4')
  await it.settle()
  await it.pay(address, '7.5')
  await it.settle()
  expect(it.orders.notified.at(-1)).toMatchObject({ seen: 11_500_000n, confirmed: 11_500_000n })
  expect(await moved()).toEqual({ deposits: '-11500000', suspense: '11500000' })
  it.orders.dispose = () => ({ taken: 10_000_000n, credited: 1_500_000n })
  await it.world.query('update deposit_addresses set untold = true where address = $1', [address])
  await it.poll()
  await it.poll()
  expect(await moved()).toEqual({ deposits: '-11500000', orders: '10000000', balance: '1500000' })
})

test('books nothing of a payment handler with a wrong allocation, and continues with the others', async () => {
  const moved = await accounts()
  const [wrong, right] = [await it.open(), await it.open()]
  it.orders.dispose = ({ subjectId, confirmed }) => ({
    taken: 0n,
    credited: subjectId === wrong.subjectId ? confirmed + 1n : confirmed,
  })
  await it.pay(wrong.address, '2')
  await it.pay(right.address, '3')
  await it.settle()
  expect(await moved()).toEqual({ deposits: '-5000000', suspense: '2000000', balance: '3000000' })
  it.orders.dispose = () => ({ taken: 0n, credited: 2_000_000n })
  await it.poll()
  expect(await moved()).toEqual({ deposits: '-5000000', balance: '5000000' })
  it.orders.dispose = () => ({ taken: 0n, credited: 0n })
  await it.world.query('update deposit_addresses set untold = true where address = $1', [wrong.address])
  await it.poll()
  expect(await moved()).toEqual({ deposits: '-5000000', balance: '5000000' })
  it.orders.dispose = () => ({ taken: 0n, credited: 2_000_000n })
  await it.poll()
})

test('credits USDT on another network, with a message, and does not pay the order with it', async () => {
  const moved = await accounts()
  const { address } = await it.open()
  await it.pay(address, '12.3456789', 'BSC')
  await it.settle('BSC')
  expect(await moved()).toEqual({ deposits: '-12345678', balance: '12345678' })
  expect(it.orders.notified.every(({ seen }) => seen === 0n)).toBe(true)
  const { records: list } = await it.user.call(messageList, { page: 1, category: 'message' })
  expect(list[0]).toMatchObject({ title: '12.345678 USDT arrived on another network' })
})

test('shows another known token without crediting it, and ignores unknown tokens', async () => {
  const moved = await accounts()
  const { address } = await it.open()
  await it.payOther(address, '10')
  await it.spam(address, '10')
  await it.settle()
  expect((await it.receipts()).filter(({ kind }) => kind === 'other')).toMatchObject([
    { state: 'confirmed', amount: 0n },
  ])
  expect(await moved()).toEqual({})
  const { records: list } = await it.user.call(messageList, { page: 1, category: 'message' })
  expect(list.filter(({ title }) => title === 'A token other than USDT arrived')).toHaveLength(1)
})

test('does not credit dust on another network', async () => {
  const moved = await accounts()
  const { address } = await it.open()
  await it.pay(address, '0.009', 'BSC')
  await it.settle('BSC')
  expect(await moved()).toEqual({ deposits: '-9000', suspense: '9000' })
})

describe('a reorganisation', () => {
  test('reverts a receipt that has vanished, after two polls that agree', async () => {
    const { address } = await it.open()
    const transactionId = await it.pay(address, '10')
    await it.poll()
    expect(it.orders.notified.at(-1)).toMatchObject({ seen: 10_000_000n })
    await it.chains.ETHEREUM.reorg(1)
    await it.poll()
    expect(await receiptsAt(transactionId)).toMatchObject([{ state: 'seen', missed: 1 }])
    await it.poll()
    expect(await receiptsAt(transactionId)).toMatchObject([{ state: 'vanished' }])
    expect(it.orders.notified.at(-1)).toMatchObject({ seen: 0n, confirmed: 0n, firstSeenAt: null })
  })

  test('finds a payment again that moved to another block, and credits it once', async () => {
    const moved = await accounts()
    const { address } = await it.open()
    const transactionId = await it.pay(address, '10')
    const signed = await it.chains.ETHEREUM.rawOf(transactionId)
    await it.poll()
    await it.chains.ETHEREUM.reorg(1)
    await it.poll()
    await it.poll()
    await it.chains.ETHEREUM.mine(1)
    await it.chains.ETHEREUM.sendRaw(signed)
    await it.settle()
    await it.settle()
    expect(await receiptsAt(transactionId)).toMatchObject([{ state: 'confirmed' }])
    expect(await moved()).toEqual({ deposits: '-10000000', balance: '10000000' })
  })
})
