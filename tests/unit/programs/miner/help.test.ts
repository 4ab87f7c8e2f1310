import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultMinerSettings } from '#lib/rules/miner-settings.ts'
import { MINER_VERSION, usage } from '#service/programs/miner/options.ts'

/** The project as it was cloned: nothing is installed. */
let bare = ''
const launcher = 'service/programs/miner/idleforge-miner.mjs'
beforeAll(() => {
  bare = mkdtempSync(join(tmpdir(), 'bare-'))
  for (const part of ['package.json', 'package-lock.json', 'scripts/lib', 'service/programs/miner'])
    cpSync(part, join(bare, part), { recursive: true })
})
afterAll(() => rmSync(bare, { recursive: true }))

test.each([
  ['--help', usage],
  ['--version', MINER_VERSION],
])('%s needs no installation', (option, text) => {
  // Without npm in reach nothing could be installed.
  const output = execFileSync(process.execPath, [join(bare, launcher), option], { env: { PATH: '/nowhere' } })
  expect(String(output)).toBe(`${text}\n`)
})

test('the help names the defaults', () => {
  const { throttle, idleMinutes, maxCelsius } = defaultMinerSettings
  expect(usage).toContain(`of each thread's time to use, 1 to 100 (default ${throttle})`)
  expect(usage).toContain(`1 to 120 (default ${idleMinutes})`)
  expect(usage).toContain(`40 to 110 (default ${maxCelsius})`)
  expect(usage).toContain(`${idleMinutes} minutes after the last input`)
  expect(usage).toContain(`below ${maxCelsius} degrees`)
})
