const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** The bytes of a base58 text (Bitcoin's alphabet), or undefined when a character is none of its 58. */
export function base58Bytes(text: string): Uint8Array | undefined {
  let value = 0n
  for (const sign of text) {
    const digit = ALPHABET.indexOf(sign)
    if (digit < 0) return undefined
    value = value * 58n + BigInt(digit)
  }
  // Each leading 1 is a zero byte, which the number itself does not show.
  const zeros = /^1*/.exec(text)?.[0].length ?? 0
  const bytes: number[] = []
  for (; value > 0n; value >>= 8n) bytes.unshift(Number(value & 255n))
  return Uint8Array.from([...new Array<number>(zeros).fill(0), ...bytes])
}
