import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { isMissing, runProgram } from '#service/programs/miner/probes/run-program.ts'

const node = (script: string) => runProgram(process.execPath, ['-e', script])

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('the output of a program is returned, in the words of no language', async () => {
  expect(await node('process.stdout.write(process.env.LC_ALL)')).toBe('C')
})

test('a program that fails, and one that is missing, reject', async () => {
  await expect(node('process.exit(3)')).rejects.toThrow()
  const error = await runProgram('/nowhere/program', []).catch((reason: unknown) => reason)
  expect(isMissing(error)).toBe(true)
})

test('a program that hangs is ended, also one that listens to no signal', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'hangs-')), 'pid')
  const hangs = `require('fs').writeFileSync('${file}', String(process.pid)); process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)`
  await expect(node(hangs)).rejects.toThrow('hangs')
  const pid = Number(readFileSync(file, 'utf8'))
  expect(pid).toBeGreaterThan(0)
  await expect.poll(() => isRunning(pid)).toBe(false)
  rmSync(dirname(file), { recursive: true })
})
