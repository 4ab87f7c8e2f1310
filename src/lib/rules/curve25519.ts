/**
 * Whether 32 bytes are a point of Ed25519's curve, so that a key may belong to them. Addresses that Solana derives for programs and
 * token accounts are none (RFC 8032, 5.1.3).
 */

const P = 2n ** 255n - 19n
/** -121665/121666 modulo P. */
const D = 0x52036cee2b6ffe738cc740797779e89800700a4d4141d8ab75eb4dca135978a3n

const modulo = (value: bigint): bigint => ((value % P) + P) % P

function power(base: bigint, exponent: bigint): bigint {
  let [result, factor] = [1n, base]
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * factor) % P
    factor = (factor * factor) % P
  }
  return result
}

export function isOnCurve(bytes: Uint8Array): boolean {
  // The highest bit is the sign of x.
  const y = modulo(bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n) & (2n ** 255n - 1n))
  const square = modulo(y * y)
  // x² = (y² - 1) / (d·y² + 1) has a root where the product of both is a square (Euler's criterion).
  const product = modulo((square - 1n) * modulo(D * square + 1n))
  return power(product, (P - 1n) / 2n) !== P - 1n
}
