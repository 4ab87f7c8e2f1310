import { base58 } from '@scure/base'

/** The parts that a wallet's own `tronWeb` has in every version that is in use. Nothing that it answers is believed unread. */

export interface Unsigned {
  txID?: unknown
  raw_data_hex?: unknown
  raw_data?: { contract?: unknown }
}

type Parameter = { type: 'address' | 'uint256'; value: string }

export interface TronWeb {
  defaultAddress?: { base58?: unknown }
  transactionBuilder: {
    triggerConstantContract(
      contract: string,
      selector: string,
      options: object,
      parameters: readonly Parameter[],
      from: string,
    ): Promise<{ constant_result?: unknown; energy_used?: unknown }>
    triggerSmartContract(
      contract: string,
      selector: string,
      options: { feeLimit: number; callValue: 0 },
      parameters: readonly Parameter[],
      from: string,
    ): Promise<{ transaction?: Unsigned }>
  }
  trx: {
    getBlockByNumber(block: number): Promise<{ blockID?: unknown }>
    getBalance(address: string): Promise<unknown>
    getAccountResources(address: string): Promise<{ EnergyLimit?: unknown; EnergyUsed?: unknown }>
    getChainParameters(): Promise<readonly { key?: unknown; value?: unknown }[]>
    sign(transaction: Unsigned): Promise<unknown>
    sendRawTransaction(signed: unknown): Promise<{ result?: unknown; code?: unknown; message?: unknown }>
  }
}

export const TRANSFER_SELECTOR = 'transfer(address,uint256)'

/** The word of an answer that was only simulated. */
const firstWord = ({ constant_result: words }: { constant_result?: unknown }): unknown =>
  Array.isArray(words) ? words[0] : undefined

export const readDecimals = async (web: TronWeb, contract: string, from: string): Promise<unknown> =>
  firstWord(await web.transactionBuilder.triggerConstantContract(contract, 'decimals()', {}, [], from))

export const readBalance = async (web: TronWeb, contract: string, owner: string): Promise<unknown> =>
  firstWord(
    await web.transactionBuilder.triggerConstantContract(
      contract,
      'balanceOf(address)',
      {},
      [{ type: 'address', value: owner }],
      owner,
    ),
  )

/** 21 bytes of an address in hexadecimal digits, from base58 or from those digits; undefined for anything else. */
export function addressDigits(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined
  if (/^41[0-9a-f]{40}$/i.test(text)) return text.toLowerCase()
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text)) return undefined
  const bytes = base58.decode(text).slice(0, 21)
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
