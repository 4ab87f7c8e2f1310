// Writes a .br and a .gz file beside every text file of the built site, so that the server never compresses.
// Run after "astro build":  node scripts/precompress.mjs [folder, dist by default]
import path from 'node:path'
import { compressFolder } from './lib/compression.mjs'
import { root } from './lib/setup.mjs'

const folder = process.argv[2] ?? 'dist'
const { files, compressed, before, br } = await compressFolder(folder, {
  cache: path.join(root, 'node_modules/.cache/precompressed'),
})
if (files === 0) {
  console.error(`Nothing to compress in ${folder}: build the site first.`)
  process.exit(1)
}
console.log(`${files} files: ${before} bytes, ${br} with brotli; ${compressed} of ${2 * files} results are new`)
