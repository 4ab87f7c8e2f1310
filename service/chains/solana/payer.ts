import { NetworkError, type Payer, type SignedTransfer, type TokenTransfer } from '../network.ts'
import { quoteTransfer } from './fees.ts'
import type { SolanaPaySettings } from './follower.ts'
import { createIdentity } from './identity.ts'
import { readKey, type Signer } from './keys.ts'
import { readWire, toWire } from './message.ts'
import { openSolanaNode, type SolanaNodeOptions } from './node.ts'
import { afterLast, currentLifetime, messageOfTransfer, readTerms, type SolanaTerms, writeTerms } from './terms.ts'

/**
 * Pays tokens from one wallet of Solana. A transfer has no number in a row: it is signed once for the blocks until its last valid
 * height, and signed again only when the final chain is past that and lacks it (the state `expired`).
 */

/** 0.02 SOL: a transfer with a new token account takes about 0.0021. */
const MAX_FEE = 20_000_000n

/** Signs a transfer offline, so that its id is known, and saved, before it is sent. */
export function signTransfer(signer: Signer, transfer: TokenTransfer, terms: SolanaTerms): SignedTransfer {
  if (signer.address !== transfer.payer)
    throw new NetworkError(`The key is of ${signer.address}, not of ${transfer.payer}.`)
  const message = messageOfTransfer(transfer, terms)
  const signed = toWire(signer.sign(message), message)
  const id = readWire(signed)?.id
  if (id === undefined) throw new Error('a signed transfer cannot be read')
  return { id, signed, terms: writeTerms(terms) }
}

/** Opens a wallet by its key. Its methods throw a NetworkError, or a NodeError when the node fails. */
export function openSolanaPayer(
  settings: SolanaPaySettings,
  key: string,
  options: SolanaNodeOptions = {},
): Required<Payer> {
  const signer = readKey(key)
  const node = openSolanaNode(settings, options)
  return {
    ...createIdentity(node, { chainId: settings.facts.chainId, now: options.now ?? Date.now }),
    address: signer.address,
    async quote(transfer) {
      const { fee, terms } = await quoteTransfer(node, transfer, settings.maxFee ?? MAX_FEE)
      return { fee, terms: writeTerms({ ...terms, ...(await currentLifetime(node)) }) }
    },
    /** A blockhash lasts about a minute, which an operator may take to answer. */
    async renew(terms) {
      return writeTerms({ ...readTerms(terms), ...(await currentLifetime(node)) })
    },
    async sign(transfer, terms, last) {
      return signTransfer(signer, transfer, afterLast(readTerms(terms), last))
    },
  }
}
