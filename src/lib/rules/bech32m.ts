/** Reads bech32m (BIP-350), the form of Aleo's addresses. */

const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const CHECKSUM_SIGNS = 6
const BECH32M = 0x2bc830a3
const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]

function checksum(values: readonly number[]): number {
  let sum = 1
  for (const value of values) {
    const top = sum >>> 25
    sum = ((sum & 0x1ffffff) << 5) ^ value
    for (const [bit, generator] of GENERATORS.entries()) if ((top >>> bit) & 1) sum ^= generator
  }
  return sum
}

/** 5-bit digits as bytes, or undefined when the bits left over are no padding. */
function toBytes(digits: readonly number[]): Uint8Array | undefined {
  const bytes: number[] = []
  let [bits, value] = [0, 0]
  for (const digit of digits) {
    value = ((value << 5) | digit) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((value >>> bits) & 255)
  }
  const isPadding = bits < 5 && (value & ((1 << bits) - 1)) === 0
  return isPadding ? Uint8Array.from(bytes) : undefined
}

/** The bytes of a bech32m text with the given prefix, or undefined when it is none. Upper case is allowed, mixed is not. */
export function bech32mBytes(text: string, prefix: string): Uint8Array | undefined {
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) return undefined
  const lower = text.toLowerCase()
  if (!lower.startsWith(`${prefix}1`)) return undefined
  const digits = Array.from(lower.slice(prefix.length + 1), (sign) => ALPHABET.indexOf(sign))
  if (digits.length <= CHECKSUM_SIGNS || digits.includes(-1)) return undefined
  const codes = Array.from(prefix, (sign) => sign.charCodeAt(0))
  const expanded = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)]
  if (checksum([...expanded, ...digits]) !== BECH32M) return undefined
  return toBytes(digits.slice(0, -CHECKSUM_SIGNS))
}
