import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addWallet, checkWallet, editWallet, networkChains, wallets } from '#lib/contract/wallets.ts'
import { withdrawalList } from '#lib/contract/withdrawals.ts'
import { MAX_WALLETS } from '#lib/rules/wallets.ts'
import { NOON } from '#world/clock.ts'
import { fundUser } from '#world/funds.ts'
import type { User } from '#world/visitor.ts'
import { addresses, otherAleo, payment, setFirst, walletOf, withdraw, wrongPayment } from '#world/wallets.ts'
import { createWorld, type World } from '#world/world.ts'

const DAY = 86_400
let world: World
let user: User

/** One service for all tests, each with its own user; the clock starts at noon. */
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.set(NOON)
  user = await world.user()
})

const request = {
  addressName: 'Ledger',
  walletAddress: addresses.ALEO,
  currencyCode: 'ALEO',
  chainCode: 'ALEO',
  paymentPassword: payment,
} as const
const names = async (searchWords = '', of = user) =>
  (await of.call(wallets, { searchWords })).groups.flatMap(({ list }) => list.map(({ addressName }) => addressName))

test('networks are those of each coin', async () => {
  const { list } = await user.call(networkChains, {})
  expect(list.map(({ currencyCode, chainCode, addressFormat }) => [currencyCode, chainCode, addressFormat])).toEqual([
    ['ALEO', 'ALEO', 'aleo'],
    ['GRASS', 'SOLANA', 'solana'],
    ['NODEPAY', 'BSC', 'evm'],
    ['USDT', 'TRON', 'tron'],
    ['USDT', 'ETHEREUM', 'evm'],
    ['USDT', 'BSC', 'evm'],
    ['USDT', 'POLYGON', 'evm'],
    ['USDT', 'ARBITRUM', 'evm'],
    ['USDT', 'SOLANA', 'solana'],
  ])
})

describe('adding', () => {
  test('needs a payment password that is set and right', async () => {
    await expect(user.call(addWallet, request)).rejects.toMatchObject({
      reason: 'PAYMENT_PASSWORD_NOT_SET',
      message: expect.stringContaining('Payment password not set!'),
    })
    await setFirst(user)
    await expect(user.call(addWallet, { ...request, paymentPassword: wrongPayment })).rejects.toMatchObject({
      reason: 'PAYMENT_PASSWORD_WRONG',
    })
    expect(await names()).toEqual([])
  })

  test('stores the normalised address, holds it for a day, and notifies by mail', async () => {
    await setFirst(user)
    await world.letter(user.email)
    const { wallet, looksLike } = await user.call(addWallet, {
      ...request,
      walletAddress: ` ${addresses.BSC.toLowerCase()} `,
      currencyCode: 'USDT',
      chainCode: 'BSC',
    })
    expect(looksLike).toBeNull()
    expect(wallet).toMatchObject({
      walletAddress: addresses.BSC,
      chainName: 'BNB Smart Chain (BEP20)',
      holdUntil: NOON / 1000 + DAY,
    })
    const letter = await world.letter(user.email)
    expect(letter.text).toContain('0x5a Aeb6 053F')
    expect(letter.text).toContain('2026-03-11 12:00 UTC')
    world.clock.advance(DAY)
    const { groups } = await user.call(wallets, {})
    expect(groups).toEqual([{ currencyCode: 'USDT', list: [{ ...wallet, holdUntil: null, lastUsedAt: null }] }])
  })

  test('refuses another network’s address, a coin that is not on it, and an address that is there', async () => {
    await setFirst(user)
    await expect(user.call(addWallet, { ...request, walletAddress: addresses.TRON })).rejects.toMatchObject({
      reason: 'ADDRESS_MISMATCH',
      message: "The address input doesn't match the network selected, please change",
    })
    await expect(user.call(addWallet, { ...request, currencyCode: 'GRASS' })).rejects.toMatchObject({
      reason: 'NETWORK_UNKNOWN',
    })
    await user.call(addWallet, request)
    await expect(
      user.call(addWallet, { ...request, addressName: 'Again', walletAddress: addresses.ALEO.toUpperCase() }),
    ).rejects.toMatchObject({ reason: 'WALLET_EXISTS', data: { addressName: 'Ledger' } })
  })

  test('takes a name of 1 to 32 characters, and an address', async () => {
    await setFirst(user)
    for (const [field, value] of [
      ['addressName', ''],
      ['addressName', 'x'.repeat(33)],
      ['walletAddress', ''],
    ] as const) {
      const q = await world.sealed({ ...request, [field]: value })
      const { body } = await world.post('/api/user-wallet/add', { q }, { token: user.token })
      expect([body.code, body.data?.field]).toEqual([4002, field])
    }
    await user.call(addWallet, { ...request, addressName: 'x'.repeat(32) })
    expect(await names()).toEqual(['x'.repeat(32)])
  })

  test('of the same address ten times at once adds one', async () => {
    await setFirst(user)
    await world.warmUp()
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => user.call(addWallet, request)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('stops at the limit of an account', async () => {
    await setFirst(user)
    await world.query(
      `insert into wallets select 'w' || n, $1, 'Old', 'ALEO', 'ALEO', 'a' || n, now(), now() from generate_series(1, $2) n`,
      [user.info.id, MAX_WALLETS - 1],
    )
    await user.call(addWallet, request)
    await expect(user.call(addWallet, { ...request, walletAddress: otherAleo })).rejects.toMatchObject({
      reason: 'TOO_MANY_WALLETS',
      data: { most: MAX_WALLETS },
    })
  })
})

describe('checking', () => {
  test('says whether an address is one, and warns of one that looks like a known one', async () => {
    await walletOf(user, { coin: 'USDT', chain: 'BSC' })
    const check = (walletAddress: string) => user.call(checkWallet, { chainCode: 'ETHEREUM', walletAddress })
    expect(await check('0x12')).toMatchObject({ valid: false, walletAddress: null, looksLike: null })
    expect(await check(addresses.BSC.toLowerCase())).toEqual({
      valid: true,
      walletAddress: addresses.BSC,
      looksLike: null,
      refusal: null,
      // No node is set.
      isContract: null,
    })
    const alike = `0x5aaeb${'1'.repeat(31)}eaed`
    expect(await check(alike)).toMatchObject({
      valid: true,
      looksLike: { addressName: 'My USDT', walletAddress: addresses.BSC },
    })
    const { looksLike } = await user.call(addWallet, {
      ...request,
      currencyCode: 'USDT',
      chainCode: 'ETHEREUM',
      walletAddress: alike,
    })
    expect(looksLike).toEqual({ addressName: 'My USDT', walletAddress: addresses.BSC })
  })
})

describe('editing', () => {
  test('tells when each was last withdrawn to, at its present address alone', async () => {
    const wallet = await walletOf(user)
    await fundUser(world, user, { ALEO: '10' })
    const lastUse = async () => (await user.call(wallets, {})).groups[0]?.list[0]?.lastUsedAt
    expect(await lastUse()).toBeNull()
    await withdraw(user, wallet, { amount: '4' })
    world.clock.advance(600)
    await withdraw(user, wallet, { amount: '4' })
    expect(await lastUse()).toBe(NOON / 1000 + 600)
    await user.call(editWallet, { _id: wallet._id, paymentPassword: payment, walletAddress: otherAleo })
    expect(await lastUse()).toBeNull()
  })

  test('F2 holds a changed address, and not a changed name', async () => {
    const wallet = await walletOf(user)
    await fundUser(world, user, { ALEO: '10' })
    world.clock.advance(DAY)
    const edit = (change: object) => user.call(editWallet, { _id: wallet._id, paymentPassword: payment, ...change })
    const renamed = await edit({ addressName: 'Cold' })
    expect(renamed.wallet).toMatchObject({ addressName: 'Cold', walletAddress: addresses.ALEO, holdUntil: null })
    const before = await withdraw(user, wallet, { amount: '4' })
    const same = await edit({ walletAddress: addresses.ALEO })
    expect(same.wallet.holdUntil).toBeNull()
    const moved = await edit({ walletAddress: otherAleo })
    expect(moved.wallet).toMatchObject({
      addressName: 'Cold',
      walletAddress: otherAleo,
      holdUntil: NOON / 1000 + 2 * DAY,
    })
    expect(await withdraw(user, moved.wallet, { amount: '5' })).toMatchObject({
      pickupAddress: otherAleo,
      hold: { until: NOON / 1000 + 2 * DAY, reasons: ['address'] },
    })
    const { records } = await user.call(withdrawalList, { page: 1 })
    expect(records.find(({ _id }) => _id === before._id)).toMatchObject({ pickupAddress: addresses.ALEO, hold: null })
    // Back again is a change as well.
    expect((await edit({ walletAddress: addresses.ALEO })).wallet.holdUntil).toBe(NOON / 1000 + 2 * DAY)
  })

  test('refuses what adding refuses, and changes no wallet of another user', async () => {
    const wallet = await walletOf(user)
    const other = await world.user()
    await walletOf(other)
    const change = { _id: wallet._id, addressName: 'Mine', paymentPassword: payment }
    await expect(other.call(editWallet, change)).rejects.toMatchObject({ reason: 'WALLET_UNKNOWN' })
    await expect(user.call(editWallet, { ...change, walletAddress: addresses.TRON })).rejects.toMatchObject({
      reason: 'ADDRESS_MISMATCH',
    })
    await user.call(addWallet, { ...request, addressName: 'Second', walletAddress: otherAleo })
    await expect(user.call(editWallet, { ...change, walletAddress: otherAleo })).rejects.toMatchObject({
      reason: 'WALLET_EXISTS',
    })
    expect(await names()).toEqual(expect.arrayContaining(['My ALEO', 'Second']))
    expect(await names('', other)).toEqual(['My ALEO'])
  })
})

test('searching finds parts of names, whatever their case, and takes no wildcards', async () => {
  await setFirst(user)
  const list = ['100% cold', 'Under_score', 'back\\slash', '冷钱包']
  const known = [
    addresses.ALEO,
    otherAleo,
    'aleo1mhtp5enrhgx2za9m09eg5pk4a463fp6ujs8rrmnxv98k7eq9yvpqv0xn66',
    'aleo1sfydt6z6cnqjx3hcgk9ajw03ecj6uqlfcm9u3p3gdhckzcc2w5xqv3v3pe',
  ]
  for (const [index, addressName] of list.entries())
    await user.call(addWallet, { ...request, addressName, walletAddress: known[index] ?? '' })
  expect((await names()).sort()).toEqual([...list].sort())
  expect(await names('%')).toEqual(['100% cold'])
  expect(await names('_')).toEqual(['Under_score'])
  expect(await names('\\')).toEqual(['back\\slash'])
  expect(await names('COLD')).toEqual(['100% cold'])
  expect(await names('钱包')).toEqual(['冷钱包'])
  expect(await names("' or 1=1")).toEqual([])
})

test('T12 an account can have so many letters of wallets and withdrawals in an hour, and no more', async () => {
  const real = await createWorld({ settings: { LIMITS: 'default' } })
  const one = await real.user()
  const wallet = await walletOf(one)
  const edit = () => one.call(editWallet, { _id: wallet._id, addressName: 'Cold', paymentPassword: payment })
  for (let index = 1; index < 30; index += 1) await edit()
  await expect(edit()).rejects.toMatchObject({ code: '4029' })
  await expect(withdraw(one, wallet, { amount: '4' })).rejects.toMatchObject({ code: '4029' })
  await real.close()
})
