// Compresses the text files of a folder, each to a .br and a .gz file beside it, and keeps the results in a cache by the
// content: a build compresses only what has changed.
import { createHash, randomUUID } from 'node:crypto'
import { globSync, readdirSync } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib, { constants } from 'node:zlib'

const texts = '**/*.{html,js,mjs,css,svg,json,txt,xml}'
const DAY_MS = 86_400_000
/** Results that no build has used for so long are removed. */
const MAX_UNUSED_MS = 14 * DAY_MS

/** Settings by the ending of the file. */
export const defaultSettings = {
  br: { quality: 11, mode: constants.BROTLI_MODE_TEXT },
  gz: { level: 9 },
}

/** Versions of the compressors: another one may write other bytes. */
export const compressorVersions = { br: process.versions.brotli, gz: process.versions.zlib }

const coders = {
  br: {
    compress: (content, { quality, mode }) =>
      promisify(zlib.brotliCompress)(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: quality,
          [constants.BROTLI_PARAM_MODE]: mode,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      }),
    decompress: promisify(zlib.brotliDecompress),
  },
  gz: {
    compress: (content, options) => promisify(zlib.gzip)(content, options),
    decompress: promisify(zlib.gunzip),
  },
}

/** The kept result, if it is whole: a stopped build or a full disk may have left a part of it. */
async function readKept(file, content, decompress) {
  try {
    const packed = await readFile(file)
    return content.equals(await decompress(packed)) ? packed : undefined
  } catch {
    return undefined
  }
}

/** Puts the file in its place at once, so that a second build beside this one reads all of it or none. */
async function keep(file, packed) {
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, packed)
  await rename(draft, file)
}

async function removeUnused(cache, used, now) {
  for (const name of readdirSync(cache)) {
    const file = path.join(cache, name)
    if (used.has(file)) continue
    const kept = await stat(file).catch(() => undefined)
    if (kept && now - kept.mtimeMs > MAX_UNUSED_MS) await rm(file, { force: true })
  }
}

/**
 * Compresses the folder's texts. Returns how many files there are, how many results were compressed and not found in
 * the cache, and the bytes before and with brotli.
 */
export async function compressFolder(
  folder,
  { cache, settings = defaultSettings, versions = compressorVersions, now = Date.now() },
) {
  await mkdir(cache, { recursive: true })
  const used = new Set()
  let compressed = 0

  async function pack(content, ending) {
    const made = JSON.stringify([ending, settings[ending], versions[ending]])
    const file = path.join(
      cache,
      `${createHash('sha256').update(made).update('\n').update(content).digest('hex')}.${ending}`,
    )
    used.add(file)
    const kept = await readKept(file, content, coders[ending].decompress)
    if (kept) return kept
    const packed = await coders[ending].compress(content, settings[ending])
    compressed += 1
    await keep(file, packed)
    return packed
  }

  async function compressFile(name) {
    const file = path.join(folder, name)
    const content = await readFile(file)
    const sizes = { before: content.length, br: 0 }
    for (const ending of Object.keys(coders)) {
      const packed = await pack(content, ending)
      if (ending === 'br') sizes.br = packed.length
      // A compressed file that is not smaller would only cost the server a lookup.
      if (packed.length < content.length) await writeFile(`${file}.${ending}`, packed)
      else await rm(`${file}.${ending}`, { force: true })
    }
    return sizes
  }

  const names = globSync(texts, { cwd: folder })
  const sizes = await Promise.all(names.map(compressFile))
  await removeUnused(cache, used, now)
  const sum = (key) => sizes.reduce((total, size) => total + size[key], 0)
  return { files: names.length, compressed, before: sum('before'), br: sum('br') }
}
