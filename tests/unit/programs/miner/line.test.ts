import { expect, test } from 'vitest'
import { type Status, statusLine } from '#service/programs/miner/display.ts'

const status: Status = {
  state: 'mining',
  project: 'nodepay',
  engine: 'wasm-simd',
  localRate: 384_500,
  gpu: { state: 'off', rate: 0 },
  verifiedRate: 786_000,
  accepted: 1234,
  refused: 0,
  waiting: 4,
  uptimeSeconds: 90_061,
}

test.each([
  [
    undefined,
    'Mining NODEPAY  |  384.5 kH/s  |  verified 786.0 kH/s  |  accepted 1234  |  rejected 0  |  up 1 d 01:01:01  |  4 to send',
  ],
  [110, 'Mining NODEPAY  |  384.5 kH/s  |  verified 786.0 kH/s  |  accepted 1234  |  rejected 0  |  up 1 d 01:01:01'],
  [85, 'Mining NODEPAY  |  384.5 kH/s  |  accepted 1234  |  rejected 0  |  up 1 d 01:01:01'],
  [79, 'Mining NODEPAY  |  384.5 kH/s  |  accepted 1234  |  rejected 0'],
  [40, '384.5 kH/s  acc 1234  rej 0'],
  [20, '384.5 kH/s  acc 1234'],
])('in %s columns the line shows the most needed parts, complete', (columns, line) => {
  expect(statusLine(status, columns)).toBe(line)
})

test('an ordinary terminal shows hash rate, shares and uptime of the first day', () => {
  expect(statusLine({ ...status, uptimeSeconds: 5 }, 79)).toBe(
    'Mining NODEPAY  |  384.5 kH/s  |  accepted 1234  |  rejected 0  |  up 00:00:05',
  )
})

test.each([
  [undefined, 'Paused: in use  |  accepted 1234  |  rejected 0  |  up 1 d 01:01:01  |  4 to send'],
  [50, 'Paused: in use  |  accepted 1234  |  rejected 0'],
  [20, 'Paused: in use'],
])('a pause shows its reason in %s columns', (columns, line) => {
  expect(statusLine({ ...status, state: 'paused', pause: { reason: 'in-use' } }, columns)).toBe(line)
})
