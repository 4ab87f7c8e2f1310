import { bytesToHex } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { addressOn } from './addresses.ts'
import { isOnCurve } from './curve25519.ts'
import { type AddressFormat, type ChainCode, chains } from './networks.ts'

/** Addresses of valid form that must not be paid, because nothing sent there can be recovered. */

/**
 * `ADDRESS_BURN`: its key is unknown to everyone. `ADDRESS_PROGRAM`: a token or a program of the network, which
 * forwards nothing.
 */
export type RecipientRefusal = 'ADDRESS_BURN' | 'ADDRESS_PROGRAM'

/** Twenty bytes of which all but the last two are zero (precompiles, `0x…dEaD`), or which are one digit over and over. */
const keyless = /^(?:0{36}[0-9a-f]{4}|([0-9a-f])\1{39})$/

/** Solana's own address to burn coins at. */
const INCINERATOR = '1nc1nerator11111111111111111111111111111111'

/** Well-known addresses to burn coins at, and numbers that are typed in examples. */
const burnt: readonly string[] = [
  'dead000000000000000042069420694206942069',
  'dead000000000000000000000000000000000000',
  '1234567890123456789012345678901234567890',
  '0123456789012345678901234567890123456789',
]

/** Addresses of zeros, which the check of a form takes for none. */
const zeros: Readonly<Record<AddressFormat, RegExp>> = {
  aleo: /^aleo1q{52}3ljyzc$/i,
  solana: /^1{32}$/,
  evm: /^0x0{40}$/i,
  tron: /^T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb$/,
}

/** Tokens and programs as their issuers publish them; those of the settings come on top (service/money/wallets/recipients.ts). */
const programs: Readonly<Record<AddressFormat, readonly string[]>> = {
  // The program of the network's own credits.
  aleo: ['aleo1lqmly7ez2k48ajf5hs92ulphaqr05qm4n8qwzj8v0yprmasgpqgsez59gg'],
  solana: [
    // GRASS, USDC, USDT
    'Grass7B4RdKfBCjTKgSqnXkqjwiGvQyFbuSCUJr3XXjs',
    'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
    // The token programs, that of associated accounts, and the one that writes memos.
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
    'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
    'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  ],
  // USDT, USDC and DAI on Ethereum; USDT, USDC and BUSD on BNB Smart Chain; USDT, USDC and its bridged form on Polygon and on
  // Arbitrum. Each is refused on all of them.
  evm: [
    '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    '0x6B175474E89094C44Da98b954EedeAC495271d0F',
    '0x55d398326f99059fF775485246999027B3197955',
    '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d',
    '0xe9e7CEA3DedcA5984780Bafc599bD69ADd087D56',
    '0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
    '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
    '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174',
    '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9',
    '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
    '0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8',
  ],
  // USDT, USDC, USDD and wrapped TRX.
  tron: [
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8',
    'TPYmHEhy5n8TCEfYGqW2rPxsghSfzghPDn',
    'TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFR',
  ],
}

/** The twenty bytes of an address of Ethereum or Tron, as small hexadecimal digits. */
const bodyOf = (format: AddressFormat, address: string): string =>
  format === 'tron' ? bytesToHex(base58.decode(address).subarray(1, 21)) : address.slice(2).toLowerCase()

function isBurn(format: AddressFormat, address: string): boolean {
  if (format === 'evm' || format === 'tron') {
    const body = bodyOf(format, address)
    return keyless.test(body) || burnt.includes(body)
  }
  return address === INCINERATOR
}

/**
 * Programs of Solana's system are named in words with ones behind them; no key is found for such a name. Addresses beside the curve
 * are derived by programs: those of token accounts, which explorers show next to the wallet's.
 */
const isNative = (format: AddressFormat, address: string): boolean =>
  format === 'solana' && (/1{16}/.test(address) || !isOnCurve(base58.decode(address)))

/** Reason why coins cannot be sent to an address of a network; undefined if none is known. */
export function unusableReason(chain: ChainCode, text: string): RecipientRefusal | undefined {
  const { format } = chains[chain]
  if (zeros[format].test(text)) return 'ADDRESS_BURN'
  const address = addressOn(chain, text)
  if (address === undefined) return undefined
  if (isBurn(format, address)) return 'ADDRESS_BURN'
  return isNative(format, address) || programs[format].includes(address) ? 'ADDRESS_PROGRAM' : undefined
}
