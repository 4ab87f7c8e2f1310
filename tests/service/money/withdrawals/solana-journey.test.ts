import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addWallet, checkWallet } from '#lib/contract/wallets.ts'
import { withdrawalFee, withdrawalList } from '#lib/contract/withdrawals.ts'
import { type MiningWorld, openMiningWorld } from '#world/mining-world.ts'
import { createOperator } from '#world/operator.ts'
import { solanaNetworkSettings } from '#world/solana-payout-world.ts'
import { type SolanaWorld, startSolanaWorld } from '#world/solana-world.ts'
import { payment, setFirst, withdraw } from '#world/wallets.ts'

/** The whole way of a coin: mined, settled, released, withdrawn, and paid out by a program on the chain itself. */

let solana: SolanaWorld
let mine: MiningWorld
beforeAll(async () => {
  solana = await startSolanaWorld()
  mine = await openMiningWorld(solanaNetworkSettings(solana))
})
afterAll(async () => {
  await mine?.world.close()
  await solana?.stop()
})

test('GRASS that a device has mined is in its owner’s wallet of Solana, to the last unit', async () => {
  const { world, user } = mine
  // 12,288 units of work give 24.576 GRASS.
  await world.query(`update rates set per_tera = case when coin = 'GRASS' then 2000000000000000000 else 0 end`)
  await world.query(`update projects set active = project = 'grass'`)
  await mine.mined(3)
  const walletAddress = solana.stranger()
  const check = await user.call(checkWallet, { chainCode: 'SOLANA', walletAddress })
  expect(check).toMatchObject({ valid: true, isContract: false })
  await setFirst(user)
  const { wallet } = await user.call(addWallet, {
    ...{ addressName: 'Phantom', walletAddress, currencyCode: 'GRASS', chainCode: 'SOLANA', paymentPassword: payment },
  })
  mine.at('2026-03-11T04:00:00Z')
  await mine.settle()
  mine.at('2026-03-12T00:00:00Z')
  await mine.release()
  const { list } = await user.call(withdrawalFee, {})
  expect(list.find(({ currencyCode }) => currencyCode === 'GRASS')).toMatchObject({ chainName: 'Solana', fee: '0.05' })
  const { _id: id, receiveAmount } = await withdraw(user, wallet, { amount: '24.576' })
  expect(receiveAmount).toBe('24.526')

  const keyFile = join(world.dataDir, 'solana.key')
  writeFileSync(keyFile, solana.payerKey, { mode: 0o600 })
  const operate = createOperator(world, { ...solanaNetworkSettings(solana), SOLANA_PAYER_KEY_FILE: keyFile })
  expect(await operate(`approve ${id}`)).toMatchObject({ code: 0 })
  expect(await operate(`pay ${id} --send`)).toMatchObject({ code: 0, err: '' })
  solana.finalize()
  expect((await operate('payouts --follow')).out).toContain('paid and credited')
  const { records } = await user.call(withdrawalList, { page: 1 })
  expect(records[0]).toMatchObject({ status: 3, transactionId: expect.stringMatching(/^\w{86,88}$/) })
  expect(await solana.balanceOf(walletAddress, solana.grass)).toBe(24_526_000_000n)
  expect(await operate('verify-money')).toMatchObject({ code: 0 })
})
