import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { type Found, followEvents, type Provider } from '../announced.ts'
import { readWord, transferData } from '../erc20.ts'
import { callToSwitch, callWallet, faultIn } from '../errors.ts'
import { type BrowserWallet, WalletError, type WalletTransfer } from '../wallet.ts'
import { addressDigits, readBalance, readDecimals, TRANSFER_SELECTOR, type TronWeb, type Unsigned } from './tron-web.ts'

/**
 * A wallet of Tron (TIP-1193, or TronLink's older interface). Its own `tronWeb` makes the transaction at a node of the wallet's
 * choice; here it is read before it is signed, and its id is known before it is sent.
 */

type TronProvider = Provider & { tronWeb?: TronWeb | false }

const webOf = (provider: TronProvider): TronWeb | undefined =>
  provider.tronWeb || (window as { tronWeb?: TronWeb | false }).tronWeb || undefined

const isAddress = (text: unknown): text is string => typeof text === 'string' && addressDigits(text) !== undefined

export function tronWallet({ id, name, icon, provider }: Found): BrowserWallet {
  const open = (): TronWeb => {
    const web = webOf(provider)
    if (!web) throw new WalletError('locked')
    return web
  }
  const account = async () => accountOf(webOf(provider))
  return {
    ...{ id, name, icon, account },
    async connect() {
      const found = await callWallet(() => requestAccount(provider), 'failed')
      if (found === undefined) throw new WalletError('locked')
      return found
    },
    chainId: () => callWallet(() => readChain(open()), 'unreachable'),
    async switchTo(chainId) {
      const params = [{ chainId: `0x${BigInt(chainId).toString(16)}` }]
      await callToSwitch(() => provider.request({ method: 'wallet_switchEthereumChain', params }))
    },
    assertCanPay: (transfer) => assertCanPay(open(), transfer),
    async send(transfer) {
      const web = open()
      if ((await account()) !== transfer.from) throw new WalletError('otherAccount')
      if ((await callWallet(() => readChain(web), 'unreachable')) !== transfer.chainId)
        throw new WalletError('otherChain')
      return send(web, transfer)
    },
    watch(onChange) {
      const stop = followEvents(provider, ['accountsChanged', 'chainChanged', 'disconnect'], onChange)
      // TronLink's older versions tell it to the page instead.
      const listen = ({ source, data }: MessageEvent) => {
        const action = source === window && (data as { message?: { action?: unknown } } | null)?.message?.action
        if (action === 'setAccount' || action === 'setNode' || action === 'accountsChanged') onChange()
      }
      addEventListener('message', listen)
      return () => {
        stop()
        removeEventListener('message', listen)
      }
    },
  }
}

const accountOf = (web: TronWeb | undefined): string | undefined => {
  const address = web?.defaultAddress?.base58
  return isAddress(address) ? address : undefined
}

/** The account after its owner has agreed; undefined while the wallet is locked. */
async function requestAccount(provider: TronProvider): Promise<string | undefined> {
  let answer: unknown
  try {
    answer = await provider.request({ method: 'eth_requestAccounts' })
  } catch (error) {
    // TronLink's older interface has a name of its own for it.
    if (faultIn(error) !== 'unsupported') throw error
    answer = await provider.request({ method: 'tron_requestAccounts' })
  }
  if (Array.isArray(answer)) return isAddress(answer[0]) ? answer[0] : undefined
  const code = (answer as { code?: unknown } | null | undefined)?.code
  if (code === 4000) throw new WalletError('pending')
  if (code === 4001) throw new WalletError('refused')
  return code === 200 ? accountOf(webOf(provider)) : undefined
}

/** The chain of the node that makes the transaction: the last four bytes of its first block's id. */
async function readChain(web: TronWeb): Promise<string> {
  const { blockID } = await web.trx.getBlockByNumber(0)
  if (typeof blockID !== 'string' || !/^[0-9a-f]{64}$/i.test(blockID)) throw new WalletError('unreachable')
  return String(BigInt(`0x${blockID.slice(-8)}`))
}

async function assertCanPay(web: TronWeb, { from, contract, decimals, units, to }: WalletTransfer): Promise<void> {
  const [places, balance] = await callWallet(
    () => Promise.all([readDecimals(web, contract, from), readBalance(web, contract, from)]),
    'unreachable',
  )
  const held = readWord(balance)
  if (readWord(places) !== BigInt(decimals) || held === undefined) throw new WalletError('otherToken')
  if (held < units) throw new WalletError('shortOfToken')
  const energy = await energyOf(web, { from, contract, units, to })
  if (energy && (await isShortOfTrx(web, from, energy))) throw new WalletError('shortOfGas')
}

interface Energy {
  used: number
  /** Sun for a unit. */
  price: number
}

const asNumber = (value: unknown): number => (typeof value === 'number' && Number.isSafeInteger(value) ? value : 0)

/** The simulated energy of the transfer and its price; undefined where the wallet's node tells them not. */
async function energyOf(
  web: TronWeb,
  { from, contract, units, to }: Pick<WalletTransfer, 'from' | 'contract' | 'units' | 'to'>,
): Promise<Energy | undefined> {
  const of = parametersOf({ to, units })
  try {
    const [{ energy_used: used }, parameters] = await Promise.all([
      web.transactionBuilder.triggerConstantContract(contract, TRANSFER_SELECTOR, {}, of, from),
      web.trx.getChainParameters(),
    ])
    const energy = {
      used: asNumber(used),
      price: asNumber(parameters.find(({ key }) => key === 'getEnergyFee')?.value),
    }
    return energy.used > 0 && energy.price > 0 ? energy : undefined
  } catch {
    return undefined
  }
}

async function isShortOfTrx(web: TronWeb, from: string, { used, price }: Energy): Promise<boolean> {
  try {
    const [resources, sun] = await Promise.all([web.trx.getAccountResources(from), web.trx.getBalance(from)])
    const free = asNumber(resources.EnergyLimit) - asNumber(resources.EnergyUsed)
    return Math.max(0, used - free) * price > asNumber(sun)
  } catch {
    return false
  }
}

const parametersOf = ({ to, units }: Pick<WalletTransfer, 'to' | 'units'>) =>
  [
    { type: 'address', value: to },
    { type: 'uint256', value: String(units) },
  ] as const

/** Sun that a transfer may burn where the node simulates nothing: twice a transfer to an address that never held the token. */
const USUAL_LIMIT = 60_000_000
/** In percent of the simulation: the factor of a contract in demand may rise until it is sent. */
const LIMIT_PERCENT = 120

async function send(web: TronWeb, transfer: WalletTransfer): Promise<string> {
  const { contract, from } = transfer
  const energy = await energyOf(web, transfer)
  const feeLimit = energy ? Math.ceil((energy.used * energy.price * LIMIT_PERCENT) / 100) : USUAL_LIMIT
  const { transaction } = await callWallet(
    () =>
      web.transactionBuilder.triggerSmartContract(
        contract,
        TRANSFER_SELECTOR,
        { feeLimit, callValue: 0 },
        parametersOf(transfer),
        from,
      ),
    'unreachable',
  )
  const id = transaction && idOf(transaction, transfer)
  if (!transaction || id === undefined) throw new WalletError('otherToken')
  const signed = await callWallet(() => web.trx.sign(transaction), 'failed')
  if ((signed as Unsigned | undefined)?.txID !== id) throw new WalletError('failed')
  let answer: Awaited<ReturnType<TronWeb['trx']['sendRawTransaction']>>
  try {
    answer = await web.trx.sendRawTransaction(signed)
  } catch (cause) {
    throw new WalletError('unclear', { cause, id })
  }
  // The second: it was sent before, perhaps by the wallet itself.
  if (answer.result === true || answer.code === 'DUP_TRANSACTION_ERROR') return id
  const isRefused = typeof answer.code === 'string' && refusals.has(answer.code)
  if (isRefused) throw new WalletError(answer.code === 'BANDWITH_ERROR' ? 'shortOfGas' : 'failed')
  throw new WalletError('unclear', { id })
}

/** Answers of a node that takes a transaction in no case. After all others it may have been passed on. */
const refusals: ReadonlySet<string> = new Set([
  'SIGERROR',
  'CONTRACT_VALIDATE_ERROR',
  'CONTRACT_EXE_ERROR',
  'BANDWITH_ERROR',
  'TAPOS_ERROR',
  'TOO_BIG_TRANSACTION_ERROR',
  'TRANSACTION_EXPIRATION_ERROR',
])

/** The id of a transaction that moves exactly the transfer; undefined for any other. */
function idOf({ txID, raw_data, raw_data_hex: raw }: Unsigned, transfer: WalletTransfer): string | undefined {
  const [owner, contract, to] = [transfer.from, transfer.contract, transfer.to].map(addressDigits)
  const calls = raw_data?.contract
  if (owner === undefined || contract === undefined || to === undefined) return undefined
  if (!Array.isArray(calls) || calls.length !== 1 || typeof raw !== 'string') return undefined
  const { type, parameter } = calls[0] as { type?: unknown; parameter?: { value?: Record<string, unknown> } }
  const { owner_address, contract_address, data, ...rest } = parameter?.value ?? {}
  const call = transferData(to.slice(2), transfer.units)
  const isExact =
    type === 'TriggerSmartContract' &&
    addressDigits(owner_address) === owner &&
    addressDigits(contract_address) === contract &&
    data === call &&
    Object.values(rest).every((value) => !value)
  // Its bytes are signed, not their description.
  const isInBytes = /^(?:[0-9a-f]{2})+$/.test(raw) && [owner, contract, call].every((part) => raw.includes(part))
  if (!isExact || !isInBytes) return undefined
  const id = bytesToHex(sha256(hexToBytes(raw)))
  return id === txID ? id : undefined
}
