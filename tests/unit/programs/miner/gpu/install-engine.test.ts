import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readArchive } from '#service/programs/miner/gpu/archive.ts'
import { installEngine } from '#service/programs/miner/gpu/install-engine.ts'
import { brokenEngine } from '#world/engine.ts'
import { tarGz } from '../../../../../scripts/pack/archives.mjs'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'engine-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A zip of one file, by APPNOTE.TXT. */
function zipOf(name: string, text: string, isDeflated: boolean): Buffer {
  const content = isDeflated ? deflateRawSync(text) : Buffer.from(text)
  const shared = (bytes: Buffer, at: number) => {
    bytes.writeUInt16LE(isDeflated ? 8 : 0, at)
    bytes.writeUInt32LE(content.length, at + 10)
    bytes.writeUInt32LE(text.length, at + 14)
    bytes.writeUInt16LE(name.length, at + 18)
    return bytes
  }
  const head = shared(Buffer.alloc(30), 8)
  head.writeUInt32LE(0x04034b50)
  const entry = shared(Buffer.alloc(46), 10)
  entry.writeUInt32LE(0x02014b50)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(head.length + name.length + content.length, 16)
  return Buffer.concat([head, Buffer.from(name), content, entry, Buffer.from(name), end])
}

describe('an archive', () => {
  test.each([true, false])('is read from a zip, deflated: %s', async (isDeflated) => {
    const files = await readArchive(zipOf('gpu/dawn.node', 'addon'.repeat(50), isDeflated))
    expect(files.map(({ name, content }) => [name, content.toString()])).toEqual([
      ['gpu/dawn.node', 'addon'.repeat(50)],
    ])
  })

  test('is read from a compressed tar, without its folders', async () => {
    const files = await readArchive(brokenEngine('x'.repeat(1500)))
    expect(files.map(({ name, content }) => [name, content.length])).toEqual([
      ['gpu/README.txt', 20],
      ['gpu/dawn.node', 1500],
      ['../elsewhere.txt', 7],
    ])
  })

  test.each([
    ['no archive', Buffer.from('<!doctype html>')],
    ['a compressed tar that was cut', brokenEngine().subarray(0, -40)],
    ['a zip that was cut', zipOf('gpu/dawn.node', 'addon', true).subarray(0, -3)],
    ['nothing', Buffer.alloc(0)],
  ])('is refused where it is %s', async (_, bytes) => {
    await expect(readArchive(bytes)).rejects.toThrow()
  })
})

describe('the engine', () => {
  const install = (archive: Buffer) => {
    const file = path.join(folder, 'download.tar.gz')
    writeFileSync(file, archive)
    return installEngine(file, path.join(folder, 'gpu'))
  }

  test('is unpacked into its folder and nowhere else, and replaces an earlier one', async () => {
    await install(brokenEngine('first'))
    await install(brokenEngine('second'))
    expect(readdirSync(path.join(folder, 'gpu')).sort()).toEqual(['README.txt', 'dawn.node'])
    expect(readFileSync(path.join(folder, 'gpu', 'dawn.node'), 'utf8')).toBe('second')
    expect(readdirSync(folder)).toEqual(['gpu'])
    expect(existsSync(path.join(folder, '..', 'elsewhere.txt'))).toBe(false)
  })

  test('is refused where its addon is missing, and leaves nothing', async () => {
    const archive = tarGz([{ name: 'gpu/README.txt', content: Buffer.from('text'), mode: 0o644 }], 0)
    await expect(install(archive)).rejects.toThrow('the archive holds no dawn.node')
    expect(existsSync(path.join(folder, 'gpu'))).toBe(false)
  })
})
