import { randomUUID } from 'node:crypto'
import { md5Digest } from '#lib/api/digest.ts'
import type { RequestOf } from '#lib/contract/endpoint.ts'
import { setPaymentPassword } from '#lib/contract/payment-password.ts'
import { addWallet, type Wallet } from '#lib/contract/wallets.ts'
import { requestWithdrawal } from '#lib/contract/withdrawal-request.ts'
import { type Withdrawal, withdrawalFee } from '#lib/contract/withdrawals.ts'
import type { Coin } from '#lib/money/coins.ts'
import type { ChainCode } from '#lib/rules/networks.ts'
import type { User, Visitor } from './visitor.ts'

export const PAYMENT_PASSWORD = '481537'
export const payment = md5Digest(PAYMENT_PASSWORD)
/** A digest of another payment password. */
export const wrongPayment = md5Digest('735184')

/** Public addresses from the networks' standards and guides. */
export const addresses: Readonly<Record<ChainCode, string>> = {
  ALEO: 'aleo1rhgdu77hgyqd3xjj8ucu3jj9r2krwz6mnzyd80gncr5fxcwlh5rsvzp9px',
  SOLANA: 'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg',
  BSC: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  TRON: 'TNaRAoLUyYEV2uF7GUrzSjRQTU8v5ZJ5VR',
  ETHEREUM: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  POLYGON: '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  ARBITRUM: '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
}
export const otherAleo = 'aleo109q2eaugqradc44qqzlf6n9ghzkazyh6fg2myzqrdzzm4jguxyqqp4d2l8'

/** The id of a transaction on Aleo, another one for each number. */
export const transaction = (index: number): string =>
  `at1${Array.from(String(index).padStart(58, '0'), (digit) => 'qpzry9x8gf'[Number(digit)]).join('')}`

/** Sets the first payment password as the page does, by the account's own. */
export const setFirst = (user: Pick<User, 'call' | 'digest'>, password = payment) =>
  user.call(setPaymentPassword, { password, accountPassword: user.digest })

/** A user with a payment password and a wallet of a coin, new and so held for 24 hours. */
export async function walletOf(
  user: Pick<User, 'call' | 'digest'>,
  { coin = 'ALEO', chain = 'ALEO' }: { coin?: Coin; chain?: ChainCode } = {},
): Promise<Wallet> {
  await setFirst(user).catch((error: { reason?: string }) => {
    if (error.reason !== 'CODE_NEEDED') throw error
  })
  const { wallet } = await user.call(addWallet, {
    addressName: `My ${coin}`,
    walletAddress: addresses[chain],
    currencyCode: coin,
    chainCode: chain,
    paymentPassword: payment,
  })
  return wallet
}

/** The request of a withdrawal, with the fee that the page shows. */
export async function withdrawalOf(
  user: Visitor,
  wallet: Pick<Wallet, '_id' | 'walletAddress' | 'currencyCode' | 'chainCode'>,
  {
    amount,
    requestId = randomUUID(),
    password = payment,
    factorCode,
  }: { amount: string; requestId?: string; password?: string; factorCode?: string },
): Promise<RequestOf<typeof requestWithdrawal>> {
  const { list } = await user.call(withdrawalFee, {})
  const fee = list.find((one) => one.currencyCode === wallet.currencyCode && one.chainCode === wallet.chainCode)?.fee
  if (fee === undefined) throw new Error('no fee')
  const { _id: walletId, walletAddress } = wallet
  const request = { walletId, walletAddress, amount, fee, paymentPassword: password, requestId }
  return { ...request, ...(factorCode && { factorCode }) }
}

/** Asks for a withdrawal as the page does. */
export const withdraw = async (...request: Parameters<typeof withdrawalOf>): Promise<Withdrawal> =>
  request[0].call(requestWithdrawal, await withdrawalOf(...request))
