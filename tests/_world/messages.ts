/** Repeatable messages of mixed scripts, 1 byte to 16 KB in UTF-8: the same seed gives the same list. */
export function mixedMessages(count: number, seed: number): string[] {
  const next = lcg(seed)
  return Array.from({ length: count }, (_, i) => {
    const largest = i % 20 === 19 ? 16_384 : 400
    return message(1 + Math.floor(next() * largest), next)
  })
}

const glyphs = ['a', 'Z', '7', '"', '{', '\u0000', 'é', '您', '龘', '，', '𠮷', '👩‍👩‍👧', '🇨🇳', '\ufeff']

function message(bytes: number, next: () => number): string {
  let text = ''
  let left = bytes
  while (left > 0) {
    const glyph = glyphs[Math.floor(next() * glyphs.length)] ?? 'a'
    const size = Buffer.byteLength(glyph)
    text += size <= left ? glyph : 'x'
    left -= size <= left ? size : 1
  }
  return text
}

/** Numerical Recipes' generator: enough for variety. */
function lcg(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
