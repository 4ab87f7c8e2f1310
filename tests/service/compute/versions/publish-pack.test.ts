import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { lastVersion, newestFile } from '#lib/contract/versions.ts'
import { createOperator, type Operator } from '#world/operator.ts'
import { privateKey } from '#world/sm2-vectors.ts'
import { createWorld, pepper, type World } from '#world/world.ts'

let world: World
let operator: Operator

beforeEach(async () => {
  world = await createWorld()
  world.clock.set('2026-03-10T10:00:00Z')
  operator = createOperator(world)
  return () => world.close()
})

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Writes a package with its facts, as `npm run pack` does. */
function pack(file: string, facts: object = {}): void {
  const folder = join(world.dataDir, 'pack')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, file), file)
  const usual = { version: '1.1.0', platform: 'linux', architecture: 'x64', form: 'archive' }
  const rest = { signed: false, service: '', changed: false, sha256: sha256(file), node: '26.10.0' }
  writeFileSync(join(folder, `${file}.facts.json`), JSON.stringify({ file, ...usual, ...rest, ...facts }))
}

function packAll(version = '1.1.0'): void {
  pack('miner_amd64.deb', { version, form: 'package' })
  pack('miner-x64.tar.gz', { version })
  pack('miner-arm64.tar.gz', { version, architecture: 'arm64' })
  pack('Setup.exe', { version, platform: 'windows', form: 'setup' })
}

/** The operator's program of a service in production, at https://mine.example. */
const inProduction: Operator = (line, options) =>
  createOperator(world, {
    ...{ NODE_ENV: 'production', PUBLIC_ORIGIN: 'https://mine.example', SMTP_URL: 'smtps://mail.example' },
    ...{ SM2_PRIVATE_KEY: privateKey, PASSWORD_PEPPER: pepper, ALARM_EMAIL: 'ada@example.test' },
  })(line, options)

const newest = () => world.visitor().call(lastVersion, {})
const downloads = () => readdirSync(join(world.dataDir, 'downloads')).sort()

test('publishes every platform of a folder at once, each with all its files', async () => {
  packAll()
  const ran = await operator('versions publish pack --notes "Pauses sooner" --notes-zh "更快暂停"')
  expect(ran).toMatchObject({ code: 0, err: '' })
  expect(ran.questions[0]).toContain('Publish windows 1.1.0, linux 1.1.0?\n  windows: Setup.exe (0.0 MB)\n')
  const { windows, linux, mac, android } = await newest()
  expect([mac, android]).toEqual([null, null])
  expect(windows).toMatchObject({
    version: '1.1.0',
    url: '/downloads/idleforge-windows-1.1.0-x64.exe',
    notes: 'Pauses sooner',
  })
  expect(linux).toMatchObject({
    url: '/downloads/idleforge-linux-1.1.0-x64.tar.gz',
    sha256: sha256('miner-x64.tar.gz'),
  })
  expect(linux?.files).toEqual([
    {
      ...{ form: 'archive', architecture: 'arm64', fileName: 'idleforge-linux-1.1.0-arm64.tar.gz' },
      ...{ url: '/downloads/idleforge-linux-1.1.0-arm64.tar.gz', size: 18, sha256: sha256('miner-arm64.tar.gz') },
      signed: false,
    },
    expect.objectContaining({ form: 'package', architecture: 'x64', fileName: 'idleforge-linux-1.1.0-x64.deb' }),
    expect.objectContaining({ form: 'archive', architecture: 'x64' }),
  ])
  for (const { url, fileName } of [...(linux?.files ?? []), ...(windows?.files ?? [])]) {
    const response = await fetch(world.address + url)
    expect([response.status, response.headers.get('content-disposition')]).toEqual([
      200,
      `attachment; filename="${fileName}"`,
    ])
  }
  const [{ detail } = { detail: '' }] = await world.query<{ detail: string }>(
    `select detail from audit where act = 'versions'`,
  )
  expect(detail).toContain(`idleforge-linux-1.1.0-x64.deb, 15 bytes, sha256 ${sha256('miner_amd64.deb')}`)
})

test('publishes only what is new, and says so when nothing is', async () => {
  packAll()
  expect((await operator('versions publish pack')).code).toBe(0)
  expect(await operator('versions publish pack')).toMatchObject({
    code: 3,
    err: expect.stringContaining('nothing new'),
  })
  pack('Other-Setup.exe', { platform: 'windows', form: 'setup' })
  rmSync(join(world.dataDir, 'pack', 'Setup.exe.facts.json'))
  expect(await operator('versions publish pack')).toMatchObject({
    code: 3,
    err: expect.stringContaining('Version 1.1.0 is not higher than 1.1.0, the newest for windows'),
  })
  pack('Other-Setup.exe', { platform: 'windows', form: 'setup', version: '1.2.0' })
  const ran = await operator('versions publish pack')
  expect(ran.questions).toEqual(['Publish windows 1.2.0?\n  windows: Other-Setup.exe (0.0 MB)'])
  expect((await newest()).linux?.version).toBe('1.1.0')
})

test('leaves unsigned programs for macOS out, and names them', async () => {
  pack('mac.zip', { platform: 'mac', architecture: 'arm64' })
  expect((await operator('versions publish pack')).code).toBe(3)
  pack('miner-x64.tar.gz')
  const ran = await operator('versions publish pack')
  expect(ran.out).toContain('have to be signed on a Mac first: mac.zip')
  expect((await newest()).mac).toBeNull()
  pack('mac.zip', { platform: 'mac', architecture: 'arm64', signed: true })
  expect((await operator('versions publish pack')).code).toBe(0)
  expect((await newest()).mac?.files).toEqual([expect.objectContaining({ signed: true })])
})

test('links to each file of the newest release, and to the page where there is none', async () => {
  packAll()
  expect((await operator('versions publish pack')).code).toBe(0)
  const leadsTo = async (form: 'setup' | 'package' | 'archive', architecture: 'x64' | 'arm64') => {
    const address = world.address + newestFile('linux', { form, architecture })
    return (await fetch(address, { redirect: 'manual' })).headers.get('location')
  }
  expect(await leadsTo('package', 'x64')).toBe('/downloads/idleforge-linux-1.1.0-x64.deb')
  expect(await leadsTo('archive', 'arm64')).toBe('/downloads/idleforge-linux-1.1.0-arm64.tar.gz')
  expect(await leadsTo('package', 'arm64')).toBe('/download/#linux')
})

test('leaves nothing behind after a no', async () => {
  packAll()
  expect((await operator('versions publish pack', { answer: false })).code).toBe(4)
  expect(downloads()).toEqual([])
  expect((await newest()).linux).toBeNull()
})

test('warns of sources that differed from their commit', async () => {
  pack('miner-x64.tar.gz', { changed: true })
  expect((await operator('versions publish pack')).questions[0]).toContain('Their sources differed from the commit.')
})

test.each([
  ['a file that was replaced', () => pack('a.tar.gz', { sha256: sha256('other') }), 'is not the file that was packed'],
  ['facts of another form', () => pack('a.tar.gz', { architecture: 'mips' }), 'Pack again'],
  ['a file outside of the folder', () => pack('a.tar.gz', { file: '../a.tar.gz' }), 'Pack again'],
  ['a file of another platform', () => pack('a.apk'), 'is no package for linux'],
  ['a folder without packages', () => mkdirSync(join(world.dataDir, 'pack')), 'holds no packages'],
  ['no folder', () => undefined, 'There is no folder'],
])('refuses %s', async (_, prepare, sentence) => {
  prepare()
  const ran = await operator('versions publish pack')
  expect([ran.code, ran.err]).toEqual([3, expect.stringContaining(sentence)])
  expect((await newest()).linux).toBeNull()
  expect(existsSync(join(world.dataDir, 'downloads')) ? downloads() : []).toEqual([])
})

test('in production, publishes only what was packed for this service', async () => {
  pack('a.tar.gz', { service: 'https://other.example' })
  expect((await inProduction('versions publish pack')).err).toContain(
    'a.tar.gz is for https://other.example: pack with PUBLIC_SITE=https://mine.example.',
  )
  pack('a.tar.gz', { service: 'https://mine.example' })
  expect(await inProduction('versions publish pack')).toMatchObject({ code: 0, err: '' })
})

test('publishes the app of a folder, which is saved as app.apk', async () => {
  const app = { platform: 'android', form: 'package', architecture: undefined, key: 'test', version: '1.1.0' }
  pack('app.apk', app)
  const ran = await operator('versions publish pack')
  expect(ran).toMatchObject({ code: 0, err: '' })
  const { android } = await newest()
  expect(android).toMatchObject({ fileName: 'app.apk', version: '1.1.0', sha256: sha256('app.apk') })
  expect(android).not.toHaveProperty('files')
  const response = await fetch(`${world.address}/downloads/latest/android`)
  expect(response.url).toBe(`${world.address}/downloads/idleforge-android-1.1.0.apk`)
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="app.apk"')
  expect(response.headers.get('content-type')).toBe('application/vnd.android.package-archive')
  expect(await response.text()).toBe('app.apk')
  expect((await operator('versions publish pack')).err).toContain('nothing new')
  // The same version with other bytes, as another key makes it.
  pack('app.apk', { ...app, sha256: sha256('other key') })
  expect((await operator('versions publish pack')).err).toContain('is not higher than 1.1.0, the newest for android')
})

test('in production, refuses an app that is signed with a test key', async () => {
  const app = { platform: 'android', service: 'https://mine.example', key: 'test' }
  pack('app.apk', app)
  expect(await inProduction('versions publish pack')).toMatchObject({
    code: 3,
    err: expect.stringContaining('app.apk is signed with a test key: pack with PACK_ANDROID_KEYSTORE.'),
  })
  pack('app.apk', { ...app, key: 'operator' })
  expect(await inProduction('versions publish pack')).toMatchObject({ code: 0, err: '' })
})

test('refuses two versions of a platform', async () => {
  pack('a.tar.gz')
  pack('b.tar.gz', { version: '1.2.0', architecture: 'arm64' })
  expect((await operator('versions publish pack')).err).toContain('packages of two versions')
})

test('refuses the card engine of a platform without its program', async () => {
  pack('engine.tar.gz', { form: 'gpu' })
  expect((await operator('versions publish pack')).err).toContain('only the card engine for linux, no program')
  expect((await newest()).linux).toBeNull()
  pack('miner.tar.gz')
  expect(await operator('versions publish pack')).toMatchObject({ code: 0, err: '' })
})
