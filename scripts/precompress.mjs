// Writes a .br and a .gz file beside every text file of the built site, so that the server never compresses.
// Run after "astro build":  node scripts/precompress.mjs [folder, dist by default]
import { globSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const folder = process.argv[2] ?? 'dist'
const files = globSync('**/*.{html,js,mjs,css,svg,json,txt,xml}', { cwd: folder })
if (files.length === 0) {
  console.error(`Nothing to compress in ${folder}: build the site first.`)
  process.exit(1)
}

async function compress(file) {
  const path = join(folder, file)
  const content = await readFile(path)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  }
  const packed = {
    br: await promisify(brotliCompress)(content, { params }),
    gz: await promisify(gzip)(content, { level: 9 }),
  }
  for (const [ending, bytes] of Object.entries(packed)) {
    // a compressed file that is not smaller would only cost the server a lookup
    if (bytes.length < content.length) await writeFile(`${path}.${ending}`, bytes)
    else await rm(`${path}.${ending}`, { force: true })
  }
  return { before: content.length, after: packed.br.length }
}

const sizes = await Promise.all(files.map(compress))
const sum = (key) => sizes.reduce((total, size) => total + size[key], 0)
console.log(`${files.length} files: ${sum('before')} bytes, ${sum('after')} with brotli`)
