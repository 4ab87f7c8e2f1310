import fs, { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readIdentity, writeIdentity } from '#service/programs/miner/identity.ts'

const identity = { service: 'https://mine.example', deviceId: 'd1', token: 'secret' }

let folder = ''
let file = ''
const onRestored = vi.fn()
const read = () => readIdentity(file, identity.service, onRestored)
const copy = () => join(folder, 'miner.copy.json')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'identity-'))
  file = join(folder, 'miner.json')
  onRestored.mockClear()
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a damaged file is restored from its copy, and that is told once', () => {
  writeIdentity(file, identity)
  truncateSync(file, 0)
  expect([read(), onRestored.mock.calls.length]).toEqual([identity, 1])
  expect([read(), onRestored.mock.calls.length]).toEqual([identity, 1])
  for (const one of [file, copy()]) expect(statSync(one).mode & 0o777).toBe(0o600)
})

test('a file of an earlier version gets a copy when it is read', () => {
  writeFileSync(file, JSON.stringify(identity))
  expect(read()).toEqual(identity)
  writeFileSync(file, '{"service":')
  expect(read()).toEqual(identity)
})

test('a damaged copy is replaced', () => {
  writeIdentity(file, identity)
  writeFileSync(copy(), '')
  expect(read()).toEqual(identity)
  expect(readFileSync(copy(), 'utf8')).toBe(readFileSync(file, 'utf8'))
  expect(onRestored).not.toHaveBeenCalled()
})

test('a deleted file is none, whatever its copy holds, and two damaged ones are an error', () => {
  writeIdentity(file, identity)
  rmSync(file)
  expect(read()).toBeUndefined()
  for (const one of [file, copy()]) writeFileSync(one, '')
  expect(read).toThrow('it holds none. Bind the device again with --code')
})

test('the content is on disk before its name is', () => {
  const calls: string[] = []
  const spies = (['fsyncSync', 'renameSync'] as const).map((name) => {
    const spy = vi.spyOn(fs, name)
    return spy.mockImplementation((...args: unknown[]) => {
      calls.push(name)
      spy.mockRestore()
      const result = Reflect.apply(fs[name], fs, args)
      return result as undefined
    })
  })
  syncBuiltinESMExports()
  try {
    writeIdentity(file, identity)
  } finally {
    for (const spy of spies) spy.mockRestore()
    syncBuiltinESMExports()
  }
  expect([calls, existsSync(file)]).toEqual([['fsyncSync', 'renameSync'], true])
})
