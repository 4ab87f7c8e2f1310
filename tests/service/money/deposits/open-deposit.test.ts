import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDepositKeys } from '#service/chains/deposit-keys.ts'
import { addresses } from '#service/chains/evm/addresses.ts'
import { offeredNetworks } from '#service/chains/payments.ts'
import { type DepositRequest, openDeposit, requestAllocation } from '#service/money/deposits/payment-handler.ts'
import { readConfig } from '#service/platform/config.ts'
import { accountKeyError } from '#service/platform/settings/account-key.ts'
import { accountKeys } from '#world/deposit-keys.ts'
import type { User } from '#world/visitor.ts'
import { createWorld, type World } from '#world/world.ts'

const keys = accountKeys()
const settings = { DEPOSIT_XPUB: keys.xpub, ETHEREUM_RPC_URL: 'http://127.0.0.1:9/' }
let world: World
let user: User
let subjects = 0

beforeAll(async () => {
  world = await createWorld({ settings })
  user = await world.user()
})
afterAll(() => world.close())

const request = (parts: Partial<DepositRequest> = {}): DepositRequest => {
  subjects += 1
  return {
    purpose: 'order',
    subjectId: `order${subjects}`,
    userId: user.info.id,
    network: 'ETHEREUM',
    amount: 5n,
    ...parts,
  }
}
const open = (parts?: Partial<DepositRequest>) => {
  const { ctx } = world.running
  return ctx.db.transaction().execute((db) => openDeposit(db, ctx, request(parts)))
}

test('derives the addresses that wallets derive', () => {
  const derived = createDepositKeys(addresses, keys.xpub)
  expect(derived.addressOf(0)).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
  for (const number of [0, 1, 2, 77, 10_000]) expect(derived.addressOf(number)).toBe(keys.addressOf(number))
  expect(createDepositKeys(addresses, accountKeys(1).xpub).id).not.toBe(derived.id)
})

test('accepts only the public key of an account', () => {
  expect(accountKeyError(keys.xpub)).toBeUndefined()
  expect(accountKeyError(keys.xprv)).toMatch(/private key/)
  for (const wrong of ['xpub', 'hello', keys.xpub.slice(0, -1), `${keys.xpub.slice(0, -1)}1`])
    expect(accountKeyError(wrong)).toMatch(/extended public key/)
  expect(() => readConfig({ DEPOSIT_XPUB: keys.xprv })).toThrow('DEPOSIT_XPUB is a private key')
  expect(() => readConfig({ DEPOSIT_XPUB: keys.xpub, TEST_CHAIN: '1' })).toThrow('TEST_CHAIN must be 0')
  expect(() => readConfig({ ETHEREUM_OTHER_TOKENS: '0x12' })).toThrow('ETHEREUM_OTHER_TOKENS')
})

test('gives each subject its own address, and no number twice after a rollback', async () => {
  const { ctx } = world.running
  const first = await open()
  await expect(
    ctx.db.transaction().execute(async (db) => {
      await openDeposit(db, ctx, request())
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  const many = await Promise.all(Array.from({ length: 20 }, () => open()))
  const rows = await world.query<{ number: number; address: string }>('select * from deposit_addresses order by number')
  expect(rows.map(({ address }) => address)).toEqual(rows.map(({ number }) => keys.addressOf(number)))
  expect(new Set([first, ...many].map(({ address }) => address)).size).toBe(21)
  expect(rows.map(({ number }) => number)).not.toContain(1)
})

test('refuses a network that is not offered', async () => {
  expect(offeredNetworks(world.running.ctx.payments)).toEqual(['ETHEREUM'])
  await expect(open({ network: 'BSC' })).rejects.toMatchObject({ reason: 'NETWORK_NOT_OFFERED' })
})

test('notifies the payment handler again when its subject has changed', async () => {
  await open({ subjectId: 'changed' })
  await requestAllocation(world.running.ctx.db, { purpose: 'order', subjectId: 'changed' })
  const rows = await world.query<{ subject_id: string }>('select subject_id from deposit_addresses where untold')
  expect(rows).toEqual([{ subject_id: 'changed' }])
})

test('does not start by a key that does not give the stored addresses', async () => {
  const other = await createWorld({ settings: { ...settings, DATABASE_URL: world.databaseUrl } })
  await other.close()
  await expect(
    createWorld({ settings: { ...settings, DEPOSIT_XPUB: accountKeys(1).xpub, DATABASE_URL: world.databaseUrl } }),
  ).rejects.toThrow('this key does not give the deposit addresses')
})
