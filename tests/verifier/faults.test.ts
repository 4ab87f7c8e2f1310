import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hostileFiles } from '#world/hostile-proofs.ts'
import { control, type Evidence, knownFaults, openProofs, type Proofs, plainFaults } from '#world/proof-faults.ts'
import { fileOf } from '#world/proofs.ts'

const program = path.join(import.meta.dirname, '../../public/proofs/verify.py')
let folder: string
let ground: Proofs
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'proofs-'))
  ground = await openProofs()
})
afterAll(() => rmSync(folder, { recursive: true }))

const write = (name: string, content: unknown): string => {
  const file = path.join(folder, name)
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

/** Runs the verifier on files, isolated from everything else that Python may have. */
function verify({ file, days }: Evidence, options: readonly string[] = []) {
  const files = [write('own.json', file), write('published.json', { days, hasMore: false })]
  const { status, stdout, stderr } = spawnSync('python3', ['-I', program, ...files, ...options], { encoding: 'utf8' })
  return { status, stdout, stderr }
}

test('accepts a right file, and says what is in it', () => {
  const { status, stdout, stderr } = verify(control(ground))
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toContain('Proof of 2026-11-21 for ann@example.com')
  expect(stdout).toMatch(/50\.25 ALEO is in the root [0-9a-f]{64} of 435\.251134 ALEO/)
  expect(stdout).toMatch(/ 3 USDT is in the root/)
  expect(stdout).toContain('All is right.')
})

test('accepts what the user knows, and the file of an earlier day that is named', () => {
  const known = ['--account', 'Ann@example.com', '--expect', 'ALEO=50.250', '--expect', 'USDT=3']
  expect(verify(control(ground), [...known, '--key', ground.first.signed.key])).toMatchObject({ status: 0, stderr: '' })
  const { days } = control(ground)
  const old = { file: fileOf(ground.first, 'ben'), days }
  expect(verify(old, ['--day', '2026-11-20'])).toMatchObject({ status: 0, stderr: '' })
})

for (const { what, says, options, make } of [...plainFaults, ...knownFaults])
  test(`finds ${what}`, async () => {
    const { status, stderr } = verify(await make(ground), options)
    expect(stderr).toMatch(says)
    expect(status).toBe(1)
  })

test('the faults that need knowledge are consistent without it', async () => {
  for (const { make } of knownFaults) expect(verify(await make(ground))).toMatchObject({ status: 0, stderr: '' })
})

test('finds one leaf that two users are shown', () => {
  const { days } = control(ground)
  const own = write('ann.json', fileOf(ground.second, 'ann'))
  const other = write('ben.json', fileOf(ground.second, 'ben'))
  const published = write('all.json', { days, hasMore: false })
  const run = (...files: string[]) => spawnSync('python3', ['-I', program, ...files, published], { encoding: 'utf8' })
  expect(run(own, other).status).toBe(0)
  const twice = run(own, other, own)
  expect(twice.stderr).toContain('also in another file')
  expect(twice.status).toBe(1)
})

test('says what it cannot read, with another status', () => {
  const { file, days } = control(ground)
  const twice = JSON.stringify(file).replace('"account"', '"account":"x","account"')
  for (const [bad, says] of [
    ['{', /own\.json/],
    ['[]', /no JSON object/],
    [twice, /stands twice/],
    [JSON.stringify({ ...file, format: 'proof-of-liabilities/2' }), /not of the format/],
  ] as const) {
    const { status, stderr } = verify({ file: bad, days })
    expect(stderr).toMatch(says)
    expect(status).toBe(2)
  }
})

for (const { what, make } of hostileFiles)
  test(`refuses ${what} in a line of plain text`, async () => {
    const { status, stdout, stderr } = verify(await make(ground))
    expect(stderr).toMatch(/^(?:WRONG|Cannot check): [^\p{Cc}]+\n$/u)
    expect(stdout).toBe('')
    expect([1, 2]).toContain(status)
  })
