import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createRunner } from '../../scripts/lib/test/part.mjs'
import { endProcesses, findProcesses } from '../../scripts/lib/test/processes.mjs'

/** How `npm test` ends what hangs, and what a run leaves behind. */

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'run-'))
  mkdirSync(path.join(folder, 'reports'))
  mkdirSync(path.join(folder, 'memory'))
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await endProcesses(folder, undefined, 0)
  rmSync(folder, { recursive: true, force: true })
})

const printed = () => vi.mocked(console.log).mock.calls.join('\n')

function writeProgram(name: string, text: string): string {
  const file = path.join(folder, `${name}.mjs`)
  writeFileSync(file, text)
  return file
}

/** It starts another one that has left its group, ignores SIGTERM and does not end. */
const HANGS = `
  import { spawn } from 'node:child_process'
  const stays = 'process.on("SIGTERM", () => {}); process.send?.("up"); setInterval(() => {}, 1000)'
  const child = spawn(process.execPath, ['-e', stays], { detached: true, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  child.once('message', () => process.send({ began: 'a.test.ts > waits for ever' }))
  console.log('the last words')
`

describe.skipIf(process.platform !== 'linux')('a part', () => {
  test('that hangs is ended with all that it has started, and its running test is named', async () => {
    const part = { minutes: 60, steps: [[[writeProgram('hangs', HANGS)]]] }
    const runner = createRunner({ folder, slowness: 1, parts: { part } })
    const run = runner.run('part', false)
    await expect.poll(() => runner.states()).toEqual([expect.stringContaining('a.test.ts > waits for ever')])
    expect(findProcesses(folder)).toHaveLength(2)
    await runner.endAll(60)
    await run
    expect(runner.total).toEqual({ passed: 0, failed: 1 })
    expect(printed()).toMatch(
      /part was ended: the run has reached its limit of 60 minutes[\s\S]*s {2}a\.test\.ts > waits[\s\S]*the last words/,
    )
    expect(findProcesses(folder)).toEqual([])
  })

  test('that passes its limit is ended', async () => {
    const part = { minutes: 0, steps: [[[writeProgram('hangs', HANGS)]]] }
    const runner = createRunner({ folder, slowness: 1, parts: { part } })
    await runner.run('part', false)
    expect(runner.total).toEqual({ passed: 0, failed: 1 })
  })

  test('whose first tests all fail is ended, with their errors', async () => {
    const fails = `
      for (const name of ['a', 'b', 'c', 'd', 'e']) process.send({ ended: name, state: 'failed', error: 'no sign-in' })
      setInterval(() => {}, 1000)
    `
    const part = { minutes: 60, steps: [[[writeProgram('fails', fails)]]] }
    const runner = createRunner({ folder, slowness: 1, parts: { part } })
    await runner.run('part', false)
    expect(runner.total).toEqual({ passed: 0, failed: 1 })
    expect(runner.failures.join()).toMatch(/its first 5 tests have failed:\na\n {2}no sign-in/)
  })

  test('whose build has failed is not run', async () => {
    const fails = { minutes: 1, steps: [[[writeProgram('fails', 'process.exit(3)')]]] }
    const never = { minutes: 1, needs: 'fails', steps: [[[path.join(folder, 'never.mjs')]]] }
    const runner = createRunner({ folder, slowness: 1, parts: { fails, never } })
    for (const name of ['fails', 'never']) await runner.run(name, false)
    expect(runner.total).toEqual({ passed: 0, failed: 2 })
    expect(printed()).toContain('never was not run: fails has failed')
  })
})

/** A run in a space, whose program leaves a process without a mark. */
const RUN = `
  import { runInSpace } from ${JSON.stringify(path.resolve('scripts/lib/test/space.mjs'))}
  process.exit(await runInSpace([process.argv[2]]))
`
const LEAVES = `
  import { spawn } from 'node:child_process'
  import { writeSync } from 'node:fs'
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, env: {}, stdio: 'inherit' })
  child.once('spawn', () => writeSync(1, 'up\\n'))
  process.on('message', ({ stop }) => process.exit(7))
`

// The kernel ends a PID namespace, which only root can make.
describe.skipIf(process.getuid?.() !== 0 || process.platform !== 'linux')('a run', () => {
  test.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)('that is ended by %s leaves nothing', async (signal) => {
    const run = spawn(process.execPath, [writeProgram('run', RUN), writeProgram('leaves', LEAVES)], { stdio: 'pipe' })
    // Its output is open as long as any process of it runs.
    const closed = once(run, 'close')
    await once(run.stdout, 'data')
    run.kill(signal)
    expect(await closed).toEqual(signal === 'SIGKILL' ? [null, signal] : [7, null])
  })
})
