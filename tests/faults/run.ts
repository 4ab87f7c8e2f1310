/**
 * Shows that the tests notice mistakes with money: plants one seeded fault after the other in a copy of the project,
 * runs the tests that have to fail, and names every fault that none noticed. Run: `node tests/faults/run.ts [pattern of
 * names]`.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { faults } from './list.ts'

const [pattern = ''] = process.argv.slice(2)
const root = process.cwd()
const copy = mkdtempSync(join(tmpdir(), 'faults-'))
const parts = [
  'src',
  'service',
  'tests',
  'public',
  'scripts',
  'docs',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
]
for (const place of parts) cpSync(join(root, place), join(copy, place), { recursive: true })
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))

/** Output of the copy's failing tests; undefined when they pass. */
function failure(tests: readonly string[]): string | undefined {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--bail=1', '--reporter=dot', ...tests]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' })
  return status === 0 ? undefined : stdout + stderr
}

const wanted = faults.filter(({ name }) => new RegExp(pattern).test(name))
const missed: string[] = []
try {
  const all = [...new Set(wanted.flatMap(({ tests }) => tests))]
  const sound = failure(all)
  if (sound !== undefined) throw new Error(`the tests fail without any fault:\n${sound.slice(-4000)}`)
  for (const { name, file, from, to, tests } of wanted) {
    const place = join(copy, file)
    const text = readFileSync(place, 'utf8')
    if (text.split(from).length !== 2) throw new Error(`${name}: ${file} does not hold this once: ${from}`)
    writeFileSync(
      place,
      text.replace(from, () => to),
    )
    const isCaught = failure(tests) !== undefined
    writeFileSync(place, text)
    console.log(`${isCaught ? 'caught' : 'MISSED'}  ${name}`)
    if (!isCaught) missed.push(name)
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
}
console.log(`${wanted.length - missed.length} of ${wanted.length} faults caught`)
if (missed.length > 0) process.exitCode = 1
