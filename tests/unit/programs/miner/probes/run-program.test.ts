import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { isMissing, runProgram } from '#service/programs/miner/probes/run-program.ts'

/** A shell, which starts within the limit on a busy machine too. */
const shell = (script: string) => runProgram('/bin/sh', ['-c', script])

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('the output of a program is returned, in the words of no language', async () => {
  expect(await shell('printf %s "$LC_ALL"')).toBe('C')
})

test('a program that fails, and one that is missing, reject', async () => {
  await expect(shell('exit 3')).rejects.toThrow()
  const error = await runProgram('/nowhere/program', []).catch((reason: unknown) => reason)
  expect(isMissing(error)).toBe(true)
})

test('a program that hangs is ended, also one that listens to no signal', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'hangs-')), 'pid')
  await expect(shell(`trap '' TERM; echo $$ > '${file}'; exec sleep 1000`)).rejects.toThrow('hangs')
  const pid = Number(readFileSync(file, 'utf8'))
  expect(pid).toBeGreaterThan(0)
  await expect.poll(() => isRunning(pid)).toBe(false)
  rmSync(dirname(file), { recursive: true })
})
