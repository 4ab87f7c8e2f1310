import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readLocalDoubles, saveLocalDoubles } from '#service/platform/local-doubles.ts'

test('a program that reads the addresses while they are saved gets the whole of the older ones', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'doubles-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const older = { Google: 'http://127.0.0.1:1' }
  saveLocalDoubles({ dataDir }, older)
  const opened = openSync(join(dataDir, 'stand-ins.json'), 'r')
  onTestFinished(() => closeSync(opened))
  saveLocalDoubles({ dataDir }, { X: 'http://127.0.0.1:2' })
  expect(JSON.parse(readFileSync(opened, 'utf8'))).toEqual(older)
  expect(readLocalDoubles({ dataDir })).toEqual({ ...older, X: 'http://127.0.0.1:2' })
})
