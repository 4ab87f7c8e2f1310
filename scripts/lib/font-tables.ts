/** Reads of a TrueType or OpenType font as the OpenType specification lays them out: which characters it has, and how wide they are. */
export interface FontTables {
  has(character: string): boolean
  /** Advance width of a character in ems; 0 for one that the font lacks. */
  widthOf(character: string): number
}

/** `cmap` of format 12 or 4: glyph numbers by code point. */
function readGlyphs(view: DataView, cmap: number): Map<number, number> {
  const glyphs = new Map<number, number>()
  const offsets = Array.from({ length: view.getUint16(cmap + 2) }, (_, index) => view.getUint32(cmap + 8 + index * 8))
  for (const at of new Set(offsets.map((offset) => cmap + offset))) {
    const format = view.getUint16(at)
    if (format === 12)
      for (let group = at + 16; group < at + 16 + view.getUint32(at + 12) * 12; group += 12) {
        const [first, last, glyph] = [view.getUint32(group), view.getUint32(group + 4), view.getUint32(group + 8)]
        for (let code = first; code <= last; code += 1) glyphs.set(code, glyph + code - first)
      }
    if (format !== 4) continue
    const size = view.getUint16(at + 6)
    const [ends, starts, deltas, ranges] = [at + 14, at + 16 + size, at + 16 + 2 * size, at + 16 + 3 * size]
    for (let segment = 0; segment < size; segment += 2) {
      const range = view.getUint16(ranges + segment)
      const delta = view.getUint16(deltas + segment)
      const start = view.getUint16(starts + segment)
      for (let code = start; code <= view.getUint16(ends + segment) && code !== 0xffff; code += 1) {
        const direct = range === 0 ? code : view.getUint16(ranges + segment + range + 2 * (code - start))
        if (direct !== 0) glyphs.set(code, (direct + delta) & 0xffff)
      }
    }
  }
  return glyphs
}

export function readFont(bytes: Uint8Array): FontTables {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const tables = new Map<string, number>()
  for (let entry = 12; entry < 12 + view.getUint16(4) * 16; entry += 16)
    tables.set(String.fromCharCode(...bytes.subarray(entry, entry + 4)), view.getUint32(entry + 8))
  const table = (name: string): number => {
    const at = tables.get(name)
    if (at === undefined) throw new Error(`the font has no table ${name}`)
    return at
  }
  const glyphs = readGlyphs(view, table('cmap'))
  const unitsPerEm = view.getUint16(table('head') + 18)
  const metrics = view.getUint16(table('hhea') + 34)
  const hmtx = table('hmtx')
  const glyphOf = (character: string) => glyphs.get(character.codePointAt(0) ?? 0) ?? 0
  return {
    has: (character) => glyphOf(character) !== 0,
    widthOf: (character) => {
      const glyph = glyphOf(character)
      return glyph === 0 ? 0 : view.getUint16(hmtx + 4 * Math.min(glyph, metrics - 1)) / unitsPerEm
    },
  }
}
