import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readLines } from '#world/lines.ts'

test('a line that another process writes counts once its end is there', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lines-'))
  const file = join(folder, 'log')
  expect(readLines(file)).toEqual([])
  writeFileSync(file, '')
  expect(readLines(file)).toEqual([])
  appendFileSync(file, 'first\nsec')
  expect(readLines(file)).toEqual(['first'])
  appendFileSync(file, 'ond\n')
  expect(readLines(file)).toEqual(['first', 'second'])
  rmSync(folder, { recursive: true })
})
