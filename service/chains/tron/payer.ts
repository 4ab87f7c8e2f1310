import { hexToBytes } from '@noble/hashes/utils.js'
import { NetworkError, type Payer, type SignedTransfer, type Terms, type TokenTransfer } from '../network.ts'
import { addresses } from './addresses.ts'
import { estimateEnergy, formatTrx, readPrices, readTrx } from './fees.ts'
import type { TronPaySettings } from './follower.ts'
import { createIdentity, readBalance, readDecimals } from './identity.ts'
import { openTronNode, type TronNode, type TronNodeOptions } from './node.ts'
import { afterLast, currentValidity, readTerms, type TronTerms, writeTerms } from './terms.ts'
import { bandwidthOf, type Call, createSigner, type Signer, signCall, transferData } from './transactions.ts'

/**
 * Pays tokens from one wallet of Tron. A transfer has no number in a row: it is signed once, and signed again only when the final
 * chain is past its expiration and lacks it (the state `expired`).
 */

/** 100 TRX: a transfer of USDT to a new address takes about 13 at 100 sun a unit of energy. */
const MAX_FEE = 100_000_000n

/** Reads a private key: 64 hexadecimal digits, as wallets export it. Throws a NetworkError without the key in it. */
export function readKey(text: string): Signer {
  const digits = /^\s*(?:0x)?([0-9a-f]{64})\s*$/i.exec(text)?.[1]
  if (digits === undefined) throw new NetworkError('The key of the wallet has to be 64 hexadecimal digits.')
  try {
    return createSigner(hexToBytes(digits))
  } catch {
    throw new NetworkError('The key of the wallet is no key of its curve.')
  }
}

/** The call that moves a token. */
export const callOf = (transfer: TokenTransfer, feeLimit: bigint): Call => ({
  type: 'trigger',
  owner: transfer.payer,
  contract: transfer.token,
  data: transferData(transfer.to, transfer.value),
  feeLimit,
})

export interface TransferQuote {
  /** Sun at most: the energy limit, and the bandwidth if none of it is free. */
  fee: bigint
  /** Sun of that for bandwidth. */
  bandwidth: bigint
  energy: bigint
  terms: TronTerms
}

/** The price of a token transfer now, whether or not the payer can pay it. Throws a NetworkError when the token refuses it. */
export async function quoteTransfer(node: TronNode, transfer: TokenTransfer, maxFee = MAX_FEE): Promise<TransferQuote> {
  if ((await readBalance(node, transfer.payer, transfer.token)) < transfer.value)
    throw new NetworkError(`The wallet ${transfer.payer} holds too little of the token.`)
  const [energy, prices] = [await estimateEnergy(node, transfer), await readPrices(node)]
  const feeLimit = energy * prices.energy
  const terms: TronTerms = { ...(await currentValidity(node)), feeLimit, amount: 0n }
  const bandwidth = BigInt(bandwidthOf(callOf(transfer, feeLimit), terms)) * prices.byte
  const fee = feeLimit + bandwidth
  if (fee > maxFee || feeLimit > prices.maxFeeLimit)
    throw new NetworkError(`The transfer may cost ${formatTrx(fee)} TRX, and at most ${formatTrx(maxFee)} are allowed.`)
  return { fee, bandwidth, energy, terms }
}

/** Signs a transfer offline, so that its id is known, and saved, before it is sent. */
export function signTransfer(signer: Signer, transfer: TokenTransfer, terms: TronTerms): SignedTransfer {
  if (!addresses.same(signer.address, transfer.payer))
    throw new NetworkError(`The key is of ${signer.address}, not of ${transfer.payer}.`)
  return { ...signCall(signer, callOf(transfer, terms.feeLimit), terms), terms: writeTerms(terms) }
}

export interface TronPayer extends Payer {
  requests(): number
}

/** Opens a wallet by its private key. Its methods throw a NetworkError, or a NodeError when the node fails. */
export function openTronPayer(settings: TronPaySettings, key: string, options: TronNodeOptions = {}): TronPayer {
  const signer = readKey(key)
  const node = openTronNode(settings, options)
  const { chainId } = settings.facts
  const { check } = createIdentity(node, { chainId, withWallet: true, now: options.now ?? Date.now })
  return {
    address: signer.address,
    check,
    decimals: (contract) => readDecimals(node, contract),
    /** Staked energy lowers what is burnt, but two transfers may count on the same: the wallet's TRX have to cover the whole fee. */
    async quote(transfer) {
      const { fee, terms } = await quoteTransfer(node, transfer, settings.maxFee)
      const held = (await readTrx(node, addresses.normal(transfer.payer))) ?? 0n
      if (held < fee)
        throw new NetworkError(
          `The wallet ${transfer.payer} holds ${formatTrx(held)} TRX, and the transfer may cost ${formatTrx(fee)}.`,
        )
      return { fee, terms: writeTerms(terms) }
    },
    async sign(transfer, terms: Terms, last: Terms | undefined) {
      return signTransfer(signer, transfer, afterLast(readTerms(terms), last))
    },
    requests: node.requests,
  }
}
