// Draws the bitmap icons from the mark in public/favicon.svg: for home screens, and favicon.ico for older clients.
// Run after the build: node scripts/icons.mjs [dist]
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'

const dist = process.argv[2] ?? 'dist'
const ground = '#0B0E10'
/** The mark for a dark ground, without the style that follows the system's colours. */
const mark = readFileSync('public/favicon.svg', 'utf8')
  .replace(/<style>[\s\S]*?<\/style>/, '<style>path{fill:#e8edf0}.arm{fill:#ff7a3d}</style>')
  .replace('<svg ', '<svg width="512" height="512" ')

/** The mark in the middle of a square; a fifth on each side stays free, for platforms that cut icons round. */
async function draw(size) {
  const inner = Math.round(size * 0.6)
  const input = await sharp(Buffer.from(mark)).resize(inner, inner).png().toBuffer()
  const offset = Math.round((size - inner) / 2)
  const square = sharp({ create: { width: size, height: size, channels: 3, background: ground } })
  return square
    .composite([{ input, left: offset, top: offset }])
    .png({ palette: true })
    .toBuffer()
}

/** An .ico is a directory of pictures; since Windows Vista they may be PNG. */
function ico(picture, size) {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(picture.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, picture])
}

const write = (name, content) => writeFileSync(path.join(dist, name), content)
write('apple-touch-icon.png', await draw(180))
write('icon-192.png', await draw(192))
write('icon-512.png', await draw(512))
write('favicon.ico', ico(await draw(32), 32))
