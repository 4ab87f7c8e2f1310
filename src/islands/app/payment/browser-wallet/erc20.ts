/** The three calls of a token's contract that a payment needs, as Ethereum and Tron encode them (ERC-20). */

export const DECIMALS = '313ce567'
const BALANCE_OF = '70a08231'
const TRANSFER = 'a9059cbb'
const WORD = 64
const MAX_UNITS = 2n ** 256n

/** 20 bytes in hexadecimal digits, as a word. Throws a RangeError for anything else. */
function addressWord(digits: string): string {
  if (!/^[0-9a-f]{40}$/i.test(digits)) throw new RangeError(`not the digits of an address: ${digits}`)
  return digits.toLowerCase().padStart(WORD, '0')
}

/** The data of `balanceOf(address)`, without 0x. */
export const balanceData = (owner: string): string => BALANCE_OF + addressWord(owner)

/** The data of `transfer(address,uint256)`, without 0x. Throws a RangeError for an amount that is none. */
export function transferData(to: string, units: bigint): string {
  if (units <= 0n || units >= MAX_UNITS) throw new RangeError(`not an amount: ${units}`)
  return TRANSFER + addressWord(to) + units.toString(16).padStart(WORD, '0')
}

/** The number in an answer of one word, with or without 0x; undefined for any other answer. */
export function readWord(answer: unknown): bigint | undefined {
  const digits = typeof answer === 'string' ? /^(?:0x)?([0-9a-f]{64})$/i.exec(answer)?.[1] : undefined
  return digits === undefined ? undefined : BigInt(`0x${digits}`)
}
