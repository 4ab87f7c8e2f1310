// The mark of public/favicon.svg as bitmaps.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { root } from './setup.mjs'

const ground = '#0B0E10'
/** The mark for a dark ground, without the style that follows the system's colours. */
const mark = readFileSync(path.join(root, 'public/favicon.svg'), 'utf8')
  .replace(/<style>[\s\S]*?<\/style>/, '<style>path{fill:#e8edf0}.arm{fill:#ff7a3d}</style>')
  .replace('<svg ', '<svg width="512" height="512" ')

/** The mark in the middle of a square; a fifth on each side stays free, for platforms that cut icons round. */
export async function drawMark(size) {
  const inner = Math.round(size * 0.6)
  const input = await sharp(Buffer.from(mark)).resize(inner, inner).png().toBuffer()
  const offset = Math.round((size - inner) / 2)
  const square = sharp({ create: { width: size, height: size, channels: 3, background: ground } })
  return square
    .composite([{ input, left: offset, top: offset }])
    .png({ palette: true })
    .toBuffer()
}

const HEAD_BYTES = 6
const ENTRY_BYTES = 16

/** An .ico is a directory of pictures, each with its size in pixels; since Windows Vista they may be PNG. */
export function ico(pictures) {
  const head = Buffer.alloc(HEAD_BYTES + ENTRY_BYTES * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  pictures.forEach(({ picture, size }, index) => {
    const at = HEAD_BYTES + ENTRY_BYTES * index
    // 256 does not fit into a byte, and is written as 0.
    head.writeUInt8(size % 256, at)
    head.writeUInt8(size % 256, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(picture.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += picture.length
  })
  return Buffer.concat([head, ...pictures.map(({ picture }) => picture)])
}
