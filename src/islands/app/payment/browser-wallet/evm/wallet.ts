import { type Found, followEvents, type Provider } from '../announced.ts'
import { balanceData, DECIMALS, readWord, transferData } from '../erc20.ts'
import { callToSwitch, callWallet, faultIn } from '../errors.ts'
import { type BrowserWallet, WalletError, type WalletTransfer } from '../wallet.ts'
import { addableChains } from './chains.ts'

/** A wallet of Ethereum's protocol (EIP-1193). It pays on every network of that kind. */

const toHex = (decimal: string): string => `0x${BigInt(decimal).toString(16)}`

/** 20 bytes; the checksum of their capitals is the wallet's matter. */
const isAddress = (text: unknown): text is string => typeof text === 'string' && /^0x[0-9a-f]{40}$/i.test(text)
const digitsOf = (address: string): string => address.slice(2)

/** The first account of an answer. */
const accountIn = (answer: unknown): string | undefined =>
  Array.isArray(answer) && isAddress(answer[0]) ? answer[0] : undefined

/** A quantity of an answer; undefined when it is none. */
const readQuantity = (answer: unknown): bigint | undefined =>
  typeof answer === 'string' && /^0x[0-9a-f]{1,64}$/i.test(answer) ? BigInt(answer) : undefined

const isSame = (one: string | undefined, other: string): boolean => one?.toLowerCase() === other.toLowerCase()

export function evmWallet({ id, name, icon, provider }: Found): BrowserWallet {
  const request = (method: string, ...params: unknown[]) =>
    provider.request({ method, ...(params.length > 0 && { params }) })
  const account = () => callWallet(async () => accountIn(await request('eth_accounts')), 'unreachable')
  const chainId = () => callWallet(() => readChain(request), 'unreachable')
  return {
    ...{ id, name, icon, account, chainId },
    async connect() {
      const found = accountIn(await callWallet(() => request('eth_requestAccounts'), 'failed'))
      if (found === undefined) throw new WalletError('locked')
      return found
    },
    switchTo: (wanted) => switchChain(request, wanted),
    assertCanPay: (transfer) => assertCanPay(request, transfer),
    async send(transfer) {
      if (!isSame(await account(), transfer.from)) throw new WalletError('otherAccount')
      if ((await chainId()) !== transfer.chainId) throw new WalletError('otherChain')
      const call = { ...callOf(transfer), value: '0x0', chainId: toHex(transfer.chainId) }
      const hash = await callWallet(() => request('eth_sendTransaction', call), 'unclear')
      if (typeof hash !== 'string' || !/^0x[0-9a-f]{64}$/i.test(hash)) throw new WalletError('unclear')
      return hash.toLowerCase()
    },
    watch: (onChange) => followEvents(provider, ['accountsChanged', 'chainChanged', 'disconnect'], onChange),
  }
}

type Request = (method: string, ...params: unknown[]) => ReturnType<Provider['request']>

async function readChain(request: Request): Promise<string> {
  const answer = await request('eth_chainId')
  // Some wallets answer with a number.
  const chain = typeof answer === 'number' ? BigInt(answer) : readQuantity(answer)
  if (chain === undefined) throw new WalletError('unreachable')
  return String(chain)
}

async function switchChain(request: Request, wanted: string): Promise<void> {
  const [chainId, chain] = [toHex(wanted), addableChains[wanted]]
  const askToSwitch = () => callToSwitch(() => request('wallet_switchEthereumChain', { chainId }))
  try {
    await askToSwitch()
    return
  } catch (error) {
    if (faultIn(error) !== 'unknownChain' || !chain) throw error
  }
  await callToSwitch(() => request('wallet_addEthereumChain', { chainId, ...chain }))
  // Wallets may add a chain without switching to it.
  if ((await callWallet(() => readChain(request), 'unreachable')) !== wanted) await askToSwitch()
}

/** The call of the token's contract; it moves none of the network's own coin. */
const callOf = ({ from, to, contract, units }: WalletTransfer) => {
  if (!isAddress(contract) || !isAddress(to)) throw new WalletError('otherToken')
  return { from, to: contract, data: `0x${transferData(digitsOf(to), units)}` }
}

async function assertCanPay(request: Request, transfer: WalletTransfer): Promise<void> {
  const call = callOf(transfer)
  const read = async (data: string) =>
    readWord(await callWallet(() => request('eth_call', { to: call.to, data: `0x${data}` }, 'latest'), 'unreachable'))
  const [decimals, balance] = await Promise.all([read(DECIMALS), read(balanceData(digitsOf(transfer.from)))])
  if (decimals !== BigInt(transfer.decimals) || balance === undefined) throw new WalletError('otherToken')
  if (balance < transfer.units) throw new WalletError('shortOfToken')
  if (await isShortOfGas(request, call)) throw new WalletError('shortOfGas')
}

/** Whether the account surely cannot pay the network's fee. A node that estimates nothing leaves it to the wallet. */
async function isShortOfGas(request: Request, call: ReturnType<typeof callOf>): Promise<boolean> {
  const known = async (answer: Promise<unknown>) => readQuantity(await answer.catch(() => undefined))
  const [gas, price, coins] = await Promise.all([
    known(request('eth_estimateGas', call)),
    known(request('eth_gasPrice')),
    known(request('eth_getBalance', call.from, 'latest')),
  ])
  if (coins === 0n && price !== 0n) return true
  return gas !== undefined && price !== undefined && coins !== undefined && gas * price > coins
}
