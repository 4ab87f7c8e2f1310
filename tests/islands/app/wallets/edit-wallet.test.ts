// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { editWallet } from '#app/wallets/store.ts'
import { md5Digest } from '#lib/api/digest.ts'
import type { Wallet } from '#lib/contract/wallets.ts'

const sent: unknown[] = []
vi.mock('#app/core/calls/call.ts', () => ({
  call: ({ path }: { path: string }, payload: unknown) => {
    if (path === '/user-wallet/edit') sent.push(payload)
    return Promise.resolve({ wallet: undefined, groups: [] })
  },
}))

const wallet = { _id: 'w1', addressName: 'Cold', walletAddress: 'aleo1old', isContractConfirmed: false } as Wallet
const saved = { addressName: 'Cold', walletAddress: 'aleo1old', isContractConfirmed: false }
const paymentPassword = md5Digest('481516')
beforeEach(() => {
  sent.length = 0
})

test.each([
  ['the name', { addressName: 'Warm' }],
  ['the address', { walletAddress: 'aleo1new' }],
])('an edit sends %s alone where nothing else changed', async (_, changed) => {
  await editWallet(wallet, { ...saved, ...changed }, { pin: '481516', factor: '' })
  expect(sent).toEqual([{ _id: 'w1', ...changed, paymentPassword }])
})

test('an edit that changes nothing is not sent', async () => {
  expect(await editWallet(wallet, saved, { pin: '481516', factor: '' })).toBe(wallet)
  expect(sent).toEqual([])
})
