// Draws the bitmap icons from the mark in public/favicon.svg: for home screens, and favicon.ico for older clients.
// Run after the build: node scripts/icons.mjs [dist]
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { drawMark, ico } from './lib/mark.mjs'

const dist = process.argv[2] ?? 'dist'

const write = (name, content) => writeFileSync(path.join(dist, name), content)
write('apple-touch-icon.png', await drawMark(180))
write('icon-192.png', await drawMark(192))
write('icon-512.png', await drawMark(512))
write('favicon.ico', ico([{ picture: await drawMark(32), size: 32 }]))
