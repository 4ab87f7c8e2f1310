import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { pauseReasons } from '#lib/contract/miner-settings.ts'
import { logSentences } from '#service/programs/miner/window/page/log-sentences.ts'
import { findText } from '#service/programs/miner/window/page/texts.ts'
import en from '#service/programs/miner/window/texts/en/window.json' with { type: 'json' }
import zh from '#service/programs/miner/window/texts/zh/window.json' with { type: 'json' }

const format = (unixSeconds: number) => `at ${unixSeconds}`
const sentences = (code: string, values: object = {}) =>
  logSentences({ at: 0, code, values: { ...values }, text: 'In English.' }, findText, format)

describe('a line of the log', () => {
  test.each([
    ['resumed', {}, ['Mining again.']],
    ['bound', { name: 'Desk', file: '/m.json' }, ['Bound as “Desk”. This device is remembered in /m.json.']],
    [
      'start',
      { service: 'https://a.example', threads: 3, engine: 'wasm-simd' },
      ['Mining for https://a.example. Threads: 3. Engine: WebAssembly SIMD.'],
    ],
    ['online', { dropped: 0 }, ['Connected to the service again.']],
    ['online', { dropped: 4 }, ['Connected to the service again.', 'Shares that had waited too long to be sent: 4.']],
    ['paused', { reason: 'user' }, ['Paused by you.']],
    ['paused', { reason: 'user', until: 60 }, ['Paused by you until at 60.']],
    ['paused', { reason: 'schedule', from: 900 }, ['Paused by the schedule until at 900.']],
    [
      'paused',
      { reason: 'in-use', minutes: 7 },
      ['Paused while this PC is in use. Mining resumes after 7 min without input.'],
    ],
    ['of-a-newer-program', { name: 'x' }, ['In English.']],
  ])('%s with %j is in the words of the page', (code, values, expected) => {
    expect(sentences(code, values)).toEqual(expected)
  })
})

/** Every event that the miner says to the display of its window: what it says to its terminal alone is in no log. */
function eventsSaid(): string[] {
  const folder = fileURLToPath(new URL('../../../../../../service/programs/miner', import.meta.url))
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const said = sources.flatMap((file) => [
    ...readFileSync(`${folder}/${file}`, 'utf8').matchAll(/display\.say\(\s*'([\w-]+)'/g),
  ])
  return [...new Set(said.map(([, event = '']) => event))].sort()
}

describe('every event of the log', () => {
  const events = eventsSaid()
  test('is found in the sources', () => expect(events).toEqual(expect.arrayContaining(['bound', 'ended', 'paused'])))

  test.each(Object.entries({ en, zh }))('has its words in %s', (_, { log, pause }) => {
    const words = [...Object.keys(log.lines), 'paused']
    expect(events.filter((event) => !words.includes(event))).toEqual([])
    expect(pauseReasons.filter((reason) => !(reason in pause))).toEqual([])
  })
})
