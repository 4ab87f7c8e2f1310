import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { takePackage } from '#service/compute/versions/package-file.ts'

/** The user of a service. */
const SERVICE = 58_998
const isRoot = process.getuid?.() === 0

let folder: string
let dataDir: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'package-'))
  dataDir = path.join(folder, 'data')
  file = path.join(folder, 'miner.zip')
  mkdirSync(dataDir)
  writeFileSync(file, 'a package', { mode: 0o600 })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('has its name once it is published, and before that none that can be fetched', async () => {
  const taken = await takePackage(file, { dataDir })
  expect(taken).toMatchObject({ size: 9, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
  const downloads = path.join(dataDir, 'downloads')
  expect(readdirSync(downloads)).toEqual([expect.stringMatching(/^\.publishing-/)])
  await taken.publish('idleforge.zip')
  expect(readdirSync(downloads)).toEqual(['idleforge.zip'])
  expect(statSync(path.join(downloads, 'idleforge.zip')).mode & 0o777).toBe(0o600)
})

describe.runIf(isRoot)('published by root', () => {
  beforeEach(() => {
    // As mkdtemp makes it nobody else may pass.
    chownSync(folder, SERVICE, SERVICE)
  })
  const ownerOf = (place: string) => statSync(place).uid

  test.each([
    ['the folder', () => chownSync(dataDir, SERVICE, SERVICE)],
    // As of a volume whose top stays root's.
    [
      'the secrets',
      () => {
        const pepper = path.join(dataDir, 'pepper')
        writeFileSync(pepper, 'x')
        chownSync(pepper, SERVICE, SERVICE)
      },
    ],
  ])('belongs to the owner of %s', async (_, own) => {
    own()
    const taken = await takePackage(file, { dataDir })
    await taken.publish('idleforge.zip')
    const downloads = path.join(dataDir, 'downloads')
    expect([downloads, path.join(downloads, 'idleforge.zip')].map(ownerOf)).toEqual([SERVICE, SERVICE])
    expect(process.geteuid?.()).toBe(0)
  })

  test('changes the owner of no file that the service has linked', async () => {
    const roots = path.join(folder, 'etc')
    mkdirSync(roots, { mode: 0o755 })
    chownSync(dataDir, SERVICE, SERVICE)
    symlinkSync(roots, path.join(dataDir, 'downloads'))
    await expect(takePackage(file, { dataDir })).rejects.toThrow(/EACCES/)
    expect(ownerOf(roots)).toBe(0)
    expect(readdirSync(roots)).toEqual([])
    expect(process.geteuid?.()).toBe(0)
  })
})
