import { expect, test } from 'vitest'
import { commandParts, minerCommand } from '#lib/rules/miner.ts'

test('the command names the file, the service and the code or its placeholder', () => {
  expect(minerCommand('https://idleforge.example', '7K4X2QXA')).toBe(
    'node idleforge-miner.mjs --service https://idleforge.example --code 7K4X2QXA',
  )
  expect(minerCommand('https://idleforge.example')).toMatch(/ --code XXXXXXXX$/)
})

test('it may be broken before its options only', () => {
  expect(commandParts(minerCommand('https://a-b.example', 'AB'))).toEqual([
    'node idleforge-miner.mjs',
    '--service https://a-b.example',
    '--code AB',
  ])
})
