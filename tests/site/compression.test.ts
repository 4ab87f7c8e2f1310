import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { compressFolder, compressorVersions, defaultSettings } from '../../scripts/lib/compression.mjs'

const text = (word: string) => `${word} `.repeat(200)
let root: string
let folder: string
let cache: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'compression-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  folder = join(root, 'dist')
  cache = join(root, 'cache')
  mkdirSync(join(folder, 'zh'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), text('one'))
  writeFileSync(join(folder, 'zh/index.html'), text('two'))
})

const run = async (options: object = {}) => (await compressFolder(folder, { cache, ...options })).compressed
const unpacked = (name: string) => [
  brotliDecompressSync(readFileSync(join(folder, `${name}.br`))).toString(),
  gunzipSync(readFileSync(join(folder, `${name}.gz`))).toString(),
]

test('compresses each file once, and afterwards only what has changed', async () => {
  expect(await run()).toBe(4)
  const before = readFileSync(join(folder, 'zh/index.html.br'))
  expect(await run()).toBe(0)
  writeFileSync(join(folder, 'index.html'), text('three'))
  expect(await run()).toBe(2)
  expect(unpacked('index.html')).toEqual([text('three'), text('three')])
  expect(readFileSync(join(folder, 'zh/index.html.br'))).toEqual(before)
})

test('finds a file under another name', async () => {
  await run()
  writeFileSync(join(folder, 'copy.html'), text('one'))
  expect(await run()).toBe(0)
  expect(unpacked('copy.html')).toEqual([text('one'), text('one')])
})

test('compresses again with other settings, and with another version of a compressor', async () => {
  await run()
  expect(await run({ settings: { ...defaultSettings, gz: { level: 1 } } })).toBe(2)
  expect(await run({ settings: { ...defaultSettings, br: { ...defaultSettings.br, quality: 4 } } })).toBe(2)
  expect(await run({ versions: { ...compressorVersions, br: 'other' } })).toBe(2)
  expect(await run()).toBe(0)
})

test('replaces a result that is cut off, or of another text', async () => {
  await run()
  const kept = readdirSync(cache).map((name) => join(cache, name))
  for (const file of kept) truncateSync(file, 9)
  expect(await run()).toBe(4)
  const [first, second] = kept.filter((file) => file.endsWith('.br')) as [string, string]
  writeFileSync(first, readFileSync(second))
  expect(await run()).toBe(1)
  expect(unpacked('index.html')).toEqual([text('one'), text('one')])
  expect(unpacked('zh/index.html')).toEqual([text('two'), text('two')])
})

test('writes no compressed file that is larger, and removes an older one', async () => {
  await run()
  writeFileSync(join(folder, 'index.html'), 'x')
  await run()
  expect(readdirSync(folder).filter((name) => name.startsWith('index'))).toEqual(['index.html'])
})

test('removes results that no build has used for two weeks, and none that this one uses', async () => {
  await run()
  const now = Date.UTC(2026, 10, 27)
  const long = new Date(now - 15 * 86_400_000)
  for (const name of readdirSync(cache)) utimesSync(join(cache, name), long, long)
  writeFileSync(join(folder, 'zh/index.html'), text('new'))
  await run({ now })
  expect(readdirSync(cache)).toHaveLength(4)
  expect(await run({ now })).toBe(0)
})
