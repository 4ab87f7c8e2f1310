import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Status, statusLine } from '#service/programs/miner/display.ts'

const shown = readFileSync('src/components/landing/service/first-run.txt', 'utf8').trimEnd().split('\n')
const says = ['display.ts', 'main.ts', 'mining-session.ts']
  .map((file) => readFileSync(`service/programs/miner/${file}`, 'utf8'))
  .join('')

const clock = /^(\d\d):(\d\d):(\d\d) {2}(.*)$/
const state =
  /^Mining (\w+) {2}\| {2}([\d.]+ \w*H\/s) {2}\| {2}verified ([\d.]+ \w*H\/s) {2}\| {2}accepted (\d+) {2}\| {2}rejected (\d+) {2}\| {2}up (\d\d):(\d\d):(\d\d)(?: {2}\| {2}(\d+) to send)?$/

const factor: Record<string, number> = { 'H/s': 1, 'kH/s': 1e3, 'MH/s': 1e6, 'GH/s': 1e9 }
function rateOf(text = ''): number {
  const [value, unit = ''] = text.split(' ')
  return Number(value) * (factor[unit] ?? Number.NaN)
}

/** The values of the line, as the miner has them. */
function statusOf(line: string): Status | undefined {
  const found = state.exec(line)
  if (!found) return undefined
  const [, project = '', local, verified, accepted, refused, hours, minutes, seconds, waiting = 0] = found
  return {
    state: 'mining',
    project,
    engine: 'wasm-simd',
    localRate: rateOf(local),
    gpu: { state: 'off', rate: 0 },
    verifiedRate: rateOf(verified),
    accepted: Number(accepted),
    refused: Number(refused),
    waiting: Number(waiting),
    uptimeSeconds: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
  }
}

/** A sentence of the miner's source as an expression: whatever it fills in may stand in its places. */
const patterns = [...says.matchAll(/(?:say\('\w+', |`|')((?:Bound as|Mining for|Ended\.)[^`]*)`/g)].map(
  ([, sentence = '']) =>
    new RegExp(
      `^${sentence
        .split(/\$\{[^}]*\}/)
        .map((part) => part.replace(/[.*+?^$()[\]\\|]/g, '\\$&'))
        .join('.+')}$`,
    ),
)

test('the run on the download page says what the miner says', () => {
  expect(patterns).toHaveLength(3)
  const texts = shown.map((line) => clock.exec(line)?.[4] ?? '')
  const states = texts.filter((text) => statusOf(text))
  expect(states.length).toBeGreaterThan(3)
  for (const text of states) expect(statusLine(statusOf(text) as Status)).toBe(text)
  const others = texts.filter((text) => !states.includes(text))
  expect(others.map((text) => patterns.findIndex((pattern) => pattern.test(text)))).toEqual([0, 1, 2])
})

test('its lines follow one another as the miner writes them, ten seconds or a little more apart', () => {
  const times = shown
    .filter((line) => statusOf(clock.exec(line)?.[4] ?? ''))
    .map((line) => {
      const [, hours, minutes, seconds] = clock.exec(line) ?? []
      return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
    })
  for (const [index, time] of times.slice(1).entries()) {
    expect(time - (times[index] ?? 0)).toBeGreaterThanOrEqual(10)
    expect(time - (times[index] ?? 0)).toBeLessThanOrEqual(12)
  }
})
