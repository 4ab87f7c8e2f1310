import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bytesToHex } from '@noble/hashes/utils.js'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { balanceOverview, rechargeDetail } from '#lib/contract/balance.ts'
import { buyPlan, orderDetail } from '#lib/contract/orders.ts'
import { withdrawalList } from '#lib/contract/withdrawals.ts'
import { fundUser } from '#world/funds.ts'
import { PLAN } from '#world/market.ts'
import { createOperator } from '#world/operator.ts'
import { solanaNetworkSettings } from '#world/solana-payout-world.ts'
import { type SolanaWorld, startSolanaWorld } from '#world/solana-world.ts'
import { createTronDepositWorld, type TronDepositWorld } from '#world/tron-deposit-world.ts'
import { depositAccount, walletKey } from '#world/tron-world.ts'
import { addresses, walletOf, withdraw } from '#world/wallets.ts'

/** One user pays in and buys on Tron, and is paid out there and on Solana; the operator collects what was paid in. */

vi.setConfig({ testTimeout: 300_000 })
const DAY_MS = 86_400_000
const USDT = 1_000_000n
let it: TronDepositWorld
let solana: SolanaWorld
beforeAll(async () => {
  solana = await startSolanaWorld()
  it = await createTronDepositWorld()
  await it.poll()
})
afterAll(async () => {
  await it?.close()
  await solana?.stop()
})

test('recharges 20 USDT by TRC20, buys a plan with it and with TRC20, and is paid out USDT on TRC20 and GRASS on Solana', async () => {
  const { world, tron } = it
  const file = (name: string, key: string) => {
    const path = join(world.dataDir, name)
    writeFileSync(path, `${key}\n`, { mode: 0o600 })
    return path
  }
  const operate = createOperator(world, {
    ...it.settings,
    TRON_DEPOSIT_KEY_FILE: file('deposit.key', depositAccount.privateExtendedKey),
    TRON_PAYER_KEY_FILE: file('payer.key', bytesToHex(walletKey)),
    ...solanaNetworkSettings(solana),
    SOLANA_PAYER_KEY_FILE: file('solana.key', solana.payerKey),
  })
  const user = await world.user()
  const wallet = await walletOf(user, { coin: 'USDT', chain: 'TRON' })
  const grassWallet = await walletOf(user, { coin: 'GRASS', chain: 'SOLANA' })

  const recharge = await it.recharge('20', user)
  await tron.pay(recharge.address, 20n * USDT)
  await it.settle()
  expect((await user.call(rechargeDetail, { id: recharge.id })).state).toBe('credited')
  expect(await user.call(balanceOverview, {})).toMatchObject({ balance: '20' })

  await user.call(buyPlan, { productId: 'aleo-10-30', quantity: 1, network: 'balance', requestId: randomUUID() })
  expect(await user.call(balanceOverview, {})).toMatchObject({ balance: '6.5' })

  const { order } = await user.call(buyPlan, { productId: PLAN, quantity: 1, network: 'TRON', requestId: randomUUID() })
  // The user keeps the address: its first payment is there.
  expect(order).toMatchObject({ paymentAddress: recharge.address, uri: recharge.address, confirmations: 0 })
  expect(order.token).toEqual({ contract: tron.token, chainId: String(Number(tron.node.chainId)), decimals: 6 })
  await tron.pay(recharge.address, BigInt(Number(order.amount) * 1e6))
  await it.settle()
  const { order: paid } = await user.call(orderDetail, { orderNo: order.orderNo })
  expect(paid).toMatchObject({ orderStatus: 'success', transactionId: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(await user.call(balanceOverview, {})).toMatchObject({ balance: '6.5' })

  await fundUser(world, user, { USDT: '50', GRASS: '30' })
  world.clock.set(world.clock.now() + DAY_MS + 1)
  const ids = [await withdraw(user, wallet, { amount: '13' }), await withdraw(user, grassWallet, { amount: '20' })]
  for (const { _id: id } of ids) {
    expect(await operate(`approve ${id}`)).toMatchObject({ code: 0 })
    expect(await operate(`pay ${id} --send --yes`)).toMatchObject({ code: 0, err: '' })
  }
  await tron.finalize()
  solana.finalize()
  expect(await operate('payouts --follow')).toMatchObject({ code: 0 })
  const { records } = await user.call(withdrawalList, { page: 1 })
  expect(records.map(({ currencyCode, status }) => [currencyCode, status]).sort()).toEqual([
    ['GRASS', 3],
    ['USDT', 3],
  ])
  expect(await tron.balanceOf(addresses.TRON)).toBe(12n * USDT)
  expect(await solana.balanceOf(addresses.SOLANA, solana.grass)).toBe(19_950_000_000n)

  for (let runs = 0; runs < 6; runs += 1) {
    const { out } = await operate('sweep --wait 0 --yes')
    if (out.includes('All of it is in the treasury.')) break
    await tron.finalize()
  }
  expect(await tron.balanceOf(tron.treasury)).toBe(20n * USDT + BigInt(Number(order.amount) * 1e6))
  expect(await operate('verify-money')).toMatchObject({ code: 0 })
})
