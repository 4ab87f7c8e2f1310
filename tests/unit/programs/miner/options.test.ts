import { describe, expect, test } from 'vitest'
import { ownCommand, readOptions, UsageError, usage } from '#service/programs/miner/options.ts'

const optionsOf = (args: string[], env = {}) => {
  const options = readOptions(args, env)
  if (typeof options === 'string') throw new Error(options)
  return options
}

describe('where the token of a device is kept', () => {
  test.each([
    ['https://idleforge.example', /[\\/]\.idleforge[\\/]idleforge\.example\.json$/],
    ['http://127.0.0.1:8080', /[\\/]\.idleforge[\\/]127\.0\.0\.1_8080\.json$/],
    ['http://[::1]:8080', /[\\/]\.idleforge[\\/]___1__8080\.json$/],
  ])('is a file of its own for %s', (service, file) => {
    const options = optionsOf(['--service', service])
    expect(options.stateFile).toMatch(file)
    expect(options.formerFile).toMatch(/miner\.json$/)
  })

  test('is the given file, and no other', () => {
    expect(optionsOf(['--state', '/x/y.json'])).toMatchObject({ stateFile: '/x/y.json', formerFile: undefined })
    expect(optionsOf([], { IDLEFORGE_STATE: '/x/z.json' }).stateFile).toBe('/x/z.json')
  })
})

test.each([
  [`${'a'.repeat(47)}😀`, 'a'.repeat(47)],
  [' Büro\u202e-PC ', 'Büro-PC'],
  ['👨‍👩‍👧'.repeat(7), '👨‍👩‍👧'.repeat(6)],
])('names the device %j', (name, expected) => expect(optionsOf(['--name', name]).name).toBe(expected))

test.each(['', ' ', '\u200b', '\u2800'])('takes the name of the machine in the place of %j', (name) =>
  expect(optionsOf(['--name', name]).name).toBe(optionsOf([]).name),
)

test.each([
  ['npm run miner --', { npm_lifecycle_event: 'miner' }, '/p/service/programs/miner/idleforge-miner.mjs'],
  ['node idleforge-miner.mjs', {}, '/home/me/Downloads/idleforge-miner.mjs'],
  ['idleforge-miner', {}, '/p/node_modules/.bin/idleforge-miner.mjs'],
  ['idleforge-miner', {}, '/usr/bin/idleforge-miner'],
])('is started by %s', (command, env, script) => {
  expect(ownCommand(env, script)).toBe(command)
})

test.each(['7K4X2QXA', '7k4x 2qxa', '7K4X-2QXA', '７Ｋ４Ｘ　２ＱＸＡ', '\u200e7K4X2QXA'])(
  'takes %j as a code',
  (typed) => {
    expect(optionsOf(['--code', typed]).code).toBe('7K4X2QXA')
  },
)

test('reads O, I and L of a code as the digits that they look like', () => {
  expect(optionsOf(['--code', 'OIL0 1oil']).code).toBe('01101011'.slice(0, 8))
})

const night = `${'1'.repeat(7)}${'0'.repeat(15)}11`

describe('settings among the options', () => {
  test.each([
    [[], {}],
    [['--threads', '2', '--throttle', '50'], { threads: 2, throttle: 50 }],
    [['--idle-minutes', '10'], { isOnlyIdle: true, idleMinutes: 10 }],
    [['--hours', '22-7'], { schedule: { zone: expect.any(String), hours: night.repeat(7) } }],
    [['--max-temperature', '70'], { maxCelsius: 70 }],
    [['--always'], { isOnlyIdle: false, isOnlyOnMains: false, isPausedFullScreen: false }],
  ])('of %j', (args, settings) => expect(optionsOf(args).settings).toEqual(settings))

  test.each([
    [['--idle-minutes', '0'], '--idle-minutes takes a whole number from 1 to 120'],
    [['--max-temperature', '39.5'], '--max-temperature takes a whole number from 40 to 110'],
    [['--hours', '7-7'], '--hours takes two hours from 0 to 24'],
    [['--hours', '24-3'], '--hours takes two hours from 0 to 24'],
    [['--hours', 'night'], '--hours takes two hours from 0 to 24'],
    [['--always', '--idle-minutes', '5'], 'leave --idle-minutes out'],
  ])('of %j are refused', (args, text) => {
    expect(() => readOptions(args, {})).toThrow(UsageError)
    expect(() => readOptions(args, {})).toThrow(text)
  })

  test('are all in the help', () => {
    for (const option of ['--idle-minutes N', '--hours A-B', '--max-temperature C', '--always'])
      expect(usage).toContain(`  ${option} `.trimEnd())
  })
})
