import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type MockInstance, onTestFinished, test, vi } from 'vitest'
import { readLines } from '#world/lines.ts'
import { installDebian } from '../../scripts/lib/debian.mjs'
import { pythonBlocker } from '../../scripts/lib/python.mjs'

const [update, install, mend] = ['apt-get update', 'apt-get install', 'dpkg --configure']

/** A system of root whose apt-get runs this script to install; its `$count` is 1 at first. Returns the file of what was asked. */
function fakeDebian(script: string): { asked: string; print: MockInstance } {
  const folder = mkdtempSync(join(tmpdir(), 'debian-'))
  const asked = join(folder, 'asked')
  const fake = (name: string, body: string) =>
    writeFileSync(join(folder, name), `#!/bin/sh\nPATH=/usr/bin:/bin\n${body}\n`, { mode: 0o755 })
  const note = (words: string) => `echo "${words}" >> '${asked}'`
  const begin = `[ "$1" = --version ] && exit\n${note('apt-get $4 $DEBIAN_FRONTEND $3')}\n[ $4 = install ] || exit 0`
  fake('apt-get', `${begin}\ncount=$(grep -c install '${asked}')\n${script}`)
  fake('dpkg', note('dpkg $1 $DEBIAN_FRONTEND'))
  vi.stubEnv('PATH', folder)
  vi.spyOn(process, 'getuid').mockReturnValue(0)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
    rmSync(folder, { recursive: true })
  })
  return { asked, print: vi.spyOn(console, 'log').mockReturnValue() }
}

const LAST = 'E: the last line'
const FAILS = `echo '${LAST}' >&2; exit 100`

test.each([
  ['works', 'exit 0', [update, install], undefined],
  ['fails once', '[ $count = 2 ]', [update, install, mend, update, install], undefined],
  ['fails twice', FAILS, [update, install, mend, update, install], LAST],
  [
    'hangs',
    'exec sleep 1000',
    [update, install, mend, update, install],
    'apt-get install: spawnSync apt-get ETIMEDOUT',
  ],
] as const)('packages are installed by an apt-get that %s', (_, script, acts, last) => {
  const { asked, print } = fakeDebian(script)
  const installMs = script.includes('sleep') ? 2_000 : 60_000
  expect(installDebian(['one', 'two'], 'a test', { updateMs: 60_000, installMs })).toBe(last)
  const [first, ...rest] = print.mock.calls.flat()
  expect(first).toBe('Installing Debian’s one, two for a test...')
  expect(rest).toEqual(last ? [`apt-get has failed twice:\n${last}`] : [])
  const lines = readLines(asked)
  expect(lines.map((line) => line.split(' noninteractive')[0])).toEqual(acts)
  expect(lines[0]).toContain('noninteractive DPkg::Lock::Timeout=120')
})

test('a part without its packages fails where apt-get has failed, and is skipped where nothing can be installed', () => {
  const { asked, print } = fakeDebian(FAILS)
  expect(() => pythonBlocker()).toThrow(`could not be installed for the tests of the proofs’ verifier:\n${LAST}`)
  rmSync(asked)
  print.mockClear()
  vi.spyOn(process, 'getuid').mockReturnValue(1000)
  expect(pythonBlocker()).toBe('there is no python3: install it')
  vi.spyOn(process, 'getuid').mockReturnValue(0)
  vi.stubEnv('PATH', '/nowhere')
  expect(pythonBlocker()).toBe('there is no python3: install it')
  expect([readLines(asked), print.mock.calls]).toEqual([[], []])
})
