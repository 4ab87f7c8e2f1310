import { randomBytes } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyOne } from '#service/platform/db/embedded/copy.ts'

/** Files of a database that is backed up, while the server's user may put anything in their place. */
let from = ''
let to = ''
beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'copy-'))
  ;[from, to] = [join(folder, 'from'), join(folder, 'to')]
  for (const one of [from, to]) mkdirSync(one)
})
afterAll(() => rmSync(join(from, '..'), { recursive: true }))

const copy = (name: string) => copyOne({ from, to, account: undefined }, name)

test.each([0, 1, 1 << 20, (5 << 20) + 7])('copies %i bytes as they are, for its owner alone', async (length) => {
  const [name, bytes] = [`file-${length}`, randomBytes(length)]
  writeFileSync(join(from, name), bytes)
  await copy(name)
  expect(readFileSync(join(to, name)).equals(bytes)).toBe(true)
  expect(statSync(join(to, name)).mode & 0o777).toBe(0o600)
})

test('a file that was removed meanwhile is left out', async () => {
  await copy('gone')
  expect(readdirSync(to)).not.toContain('gone')
})

test('a link is not followed, and an existing file is not overwritten', async () => {
  writeFileSync(join(from, '..', 'secret'), 'of root')
  symlinkSync(join(from, '..', 'secret'), join(from, 'link'))
  await expect(copy('link')).rejects.toMatchObject({ code: 'ELOOP' })
  expect(readdirSync(to)).not.toContain('link')
  writeFileSync(join(from, 'twice'), 'new')
  writeFileSync(join(to, 'twice'), 'old')
  await expect(copy('twice')).rejects.toMatchObject({ code: 'EEXIST' })
  expect(readFileSync(join(to, 'twice'), 'utf8')).toBe('old')
})
