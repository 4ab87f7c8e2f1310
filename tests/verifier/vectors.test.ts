import { spawnSync } from 'node:child_process'
import { createPrivateKey, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parseStatement, statementText } from '#lib/rules/proofs.ts'
import { leafHash, parentOf, statementHash } from '#service/money/proofs/hashes.ts'

const root = path.join(import.meta.dirname, '../..')
const guide = readFileSync(path.join(root, 'docs/guides/proofs.md'), 'utf8')
/** The values of the guide, in its order. */
const [leaf, node, statement, key, signature] = [
  ...guide.slice(guide.indexOf('## Test vectors')).matchAll(/`([0-9a-f]{64,128})`/g),
].map(([, value]) => value)

const units = 50_250_000n
const salt = '5'.repeat(64)
const neighbour = { hash: 'b'.repeat(64), units: 7n }
const facts = {
  day: '2026-11-20',
  taken: '2026-11-21T05:05:00.000Z',
  head: { sequence: 40n, hash: 'a'.repeat(64) },
  previous: '0'.repeat(64),
  assets: [{ asset: 'ALEO', decimals: 6, depth: 1, units: 50_250_007n, root: node ?? '' }],
}

test('the service hashes and signs as the guide says', () => {
  const account = 'ann@example.com'
  const own = { hash: leafHash({ day: facts.day, asset: 'ALEO', account, salt, units }), units }
  expect(own.hash).toBe(leaf)
  expect(parentOf(own, neighbour)).toEqual({ hash: node, units: 50_250_007n })
  const text = statementText(facts)
  expect(statementHash(text)).toBe(statement)
  expect(parseStatement(text)).toEqual(facts)
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 7)])
  const secretKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  expect(sign(null, Buffer.from(text), secretKey).toString('hex')).toBe(signature)
})

test('the verifier accepts the vectors of the guide, and not with one digit changed', () => {
  const signed = { statement: statementText(facts), signature, key }
  const siblings = [{ hash: neighbour.hash, units: '7' }]
  const parts = { available: String(units), frozen: '0', withdrawing: '0', balance: '0' }
  const branch = { asset: 'ALEO', units: String(units), parts, salt, position: 0, siblings }
  const file = { format: 'proof-of-liabilities/1', ...signed, account: 'ann@example.com', branches: [branch] }
  const script = `import json, sys, verify
verify.check_signed(json.loads(sys.argv[1]), "the file")
print(verify.check_branch(json.loads(sys.argv[1])["branches"][0], "ann@example.com", verify.parse_statement(json.loads(sys.argv[1])["statement"])))`
  const run = (content: object) =>
    spawnSync('python3', ['-B', '-c', script, JSON.stringify(content)], {
      cwd: path.join(root, 'public/proofs'),
      encoding: 'utf8',
    })
  expect(run(file).stdout.trim()).toBe(`(50250000, '${leaf}')`)
  const other = signature?.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
  expect(run({ ...file, signature: other }).stderr).toContain('not signed')
})
