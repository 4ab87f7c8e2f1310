import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import {
  defaultSettings,
  type Kept,
  readSettings,
  settingsFileOf,
  writeSettings,
} from '#service/programs/miner/settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'settings-'))
afterAll(() => rmSync(folder, { recursive: true }))

const file = join(folder, 'own', 'miner.settings.json')
const none: Kept = { settings: defaultSettings(), pausedUntil: undefined, followed: undefined }

test.each([
  ['/x/miner.json', '/x/miner.settings.json'],
  ['/x/miner', '/x/miner.settings.json'],
])('beside %s is %s', (state, settings) => expect(settingsFileOf(state)).toBe(settings))

test('what is written is read again, and nothing else lies beside it', () => {
  const kept: Kept = {
    settings: { ...defaultSettings(), threads: 1, maxCelsius: null, schedule: { zone: 'UTC', hours: '01'.repeat(84) } },
    pausedUntil: 1_800_000_000_000,
    followed: { deviceId: 'd', id: 4 },
  }
  writeSettings(file, kept)
  expect(readSettings(file)).toEqual(kept)
  expect(readdirSync(join(folder, 'own'))).toEqual(['miner.settings.json'])
})

describe('a file', () => {
  test.each([
    ['that is missing', undefined],
    ['that is cut', '{"threads": 1,'],
    ['with a list', '[1]'],
    ['with null', 'null'],
  ])('%s gives the defaults', (_, text) => {
    const place = join(folder, 'damaged.json')
    rmSync(place, { force: true })
    if (text !== undefined) writeFileSync(place, text)
    expect(readSettings(place)).toEqual(none)
  })

  test('without some fields, or of a newer version, keeps those that this version knows', () => {
    const place = join(folder, 'newer.json')
    const newer = {
      threads: 1,
      idleMinutes: 600,
      maxCelsius: 'auto',
      color: 'red',
      isOnlyIdle: false,
      followed: 7,
      pausedUntil: 'x',
    }
    writeFileSync(place, JSON.stringify(newer))
    expect(readSettings(place)).toEqual({ ...none, settings: { ...defaultSettings(), threads: 1, isOnlyIdle: false } })
  })

  test('of another PC gives no more threads than this one has, and a zone that it knows', () => {
    const place = join(folder, 'other.json')
    writeFileSync(place, JSON.stringify({ threads: 256, schedule: { zone: 'Mars/Olympus', hours: '1'.repeat(168) } }))
    const { threads, schedule } = readSettings(place).settings
    expect(threads).toBe(availableParallelism())
    expect(schedule?.hours).toBe('1'.repeat(168))
    expect(schedule?.zone).not.toBe('Mars/Olympus')
  })
})

test('a folder that cannot be written is an error, and the file before it stays', () => {
  const place = join(folder, 'a file')
  writeFileSync(place, 'text')
  expect(() => writeSettings(join(place, 'miner.settings.json'), none)).toThrow()
  expect(readFileSync(place, 'utf8')).toBe('text')
})
