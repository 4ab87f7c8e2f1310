import { expect, test } from 'vitest'
import { isMissing, runProgram } from '#service/programs/miner/probes/run-program.ts'

const node = (script: string) => runProgram(process.execPath, ['-e', script])

test('the output of a program is returned, in the words of no language', async () => {
  expect(await node('process.stdout.write(process.env.LC_ALL)')).toBe('C')
})

test('a program that fails, and one that is missing, reject', async () => {
  await expect(node('process.exit(3)')).rejects.toThrow()
  const error = await runProgram('/nowhere/program', []).catch((reason: unknown) => reason)
  expect(isMissing(error)).toBe(true)
})

test('a program that hangs is ended, also one that listens to no signal', async () => {
  const begin = performance.now()
  const hangs = "process.on('SIGTERM', () => {}); process.stdin.resume(); setInterval(() => {}, 1000)"
  await expect(node(hangs)).rejects.toThrow('aborted')
  expect(performance.now() - begin).toBeGreaterThan(2_900)
})
