import { afterAll, beforeAll, expect, test } from 'vitest'
import { depositsOf } from '#service/money/deposits/view.ts'
import { createDepositWorld, type DepositWorld } from '#world/deposit-world.ts'
import { createOperator } from '#world/operator.ts'

/** Tokens whose decimals no name of a network tells: 18 on Ethereum, 6 on BNB Smart Chain. */
let it: DepositWorld
beforeAll(async () => {
  it = await createDepositWorld({}, { ETHEREUM: 18, BSC: 6 })
})
afterAll(() => it.close())

const viewOf = async (subjectId: string) => {
  const { ctx } = it.world.running
  const found = await depositsOf(ctx, ctx.db, { purpose: 'order', subjects: [subjectId] })
  return found.get(subjectId)
}

test.each([
  ['ETHEREUM', 18, '12345678000000000000'],
  ['BSC', 6, '12345678'],
] as const)('on %s the decimals of the chain, %i, decide what is asked for, credited and listed', async (...of) => {
  const [network, decimals, value] = of
  const { address, subjectId } = await it.open({ network, amount: 12_345_678n })
  const view = await viewOf(subjectId)
  const { facts } = it.world.running.ctx.payments?.networks[network]?.network ?? {}
  const contract = facts?.tokens.find(({ coin }) => coin === 'USDT')?.contract
  expect(view?.token).toEqual({ contract, chainId: facts?.chainId, decimals })
  expect(view?.uri).toBe(`ethereum:${contract}@${facts?.chainId}/transfer?address=${address}&uint256=${value}`)
  await it.pay(address, '12.345678', network)
  await it.settle(network)
  const [receipt] = (await it.receipts()).filter((row) => row.network === network)
  expect(receipt).toMatchObject({ value: BigInt(value), amount: 12_345_678n, state: 'confirmed' })
  const { out } = await createOperator(it.world, it.settings)('deposits --ask --json')
  const row = (JSON.parse(out) as { address: string }[]).find((one) => one.address === address)
  expect(row).toMatchObject({ arrived: '12.345678', lies: '12.345678', holds: '12.345678' })
})

test('a chain that tells other decimals than before is not believed', async () => {
  const { address } = await it.open()
  await it.pay(address, '10')
  await it.world.query(`update token_decimals set decimals = 17 where network = 'ETHEREUM'`)
  const { code, out } = await createOperator(it.world, it.settings)('check')
  expect(code).toBe(6)
  expect(out).toMatch(/has 18 decimals, and had 17 before/)
  await it.world.query(`update token_decimals set decimals = 18 where network = 'ETHEREUM'`)
  await it.settle()
  expect(await it.poll()).toBe('read')
})
