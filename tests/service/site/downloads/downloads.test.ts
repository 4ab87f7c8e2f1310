import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#service/platform/config.ts'
import { packageName, packageType } from '#service/site/downloads/packages.ts'
import { startService } from '#service/start.ts'
import { createDatabase } from '#world/postgres.ts'

const APK = 'idleforge-android-1.2.3.apk'
const content = Buffer.alloc(3000, 'package')
let address = ''
let downloads = ''

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'downloads-'))
  const database = await createDatabase()
  const settings = { DATABASE_URL: database.url, DATA_DIR: folder, SITE_DIR: folder, PORT: '0', LOG_LEVEL: 'silent' }
  const service = await startService(readConfig(settings))
  address = service.address
  // After the start: the folder need not exist before the first package.
  downloads = join(folder, 'downloads')
  mkdirSync(join(downloads, 'inside'), { recursive: true })
  for (const name of [APK, 'idleforge-windows-1.2.3.exe', 'notes.txt', '.publishing-x', `inside/${APK}`])
    writeFileSync(join(downloads, name), content)
  return async () => {
    await service.close()
    await database.drop()
    rmSync(folder, { recursive: true })
  }
})

const get = (path: string, init?: RequestInit) => fetch(`${address}${path}`, init)

test('serves a package as an attachment that caches may keep for ever', async () => {
  const response = await get(`/downloads/${APK}`)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/vnd.android.package-archive',
    'content-disposition': 'attachment; filename="app.apk"',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-length': '3000',
  })
  const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  expect(hash(await response.bytes())).toBe(hash(content))
})

test('refuses prefetches', async () => {
  const { status, headers } = await get(`/downloads/${APK}`, {
    headers: { 'sec-purpose': 'prefetch;anonymous-client-ip' },
  })
  expect([status, headers.get('content-length')]).toEqual([503, '0'])
})

test('gives a PC package its own type', async () => {
  const { headers } = await get('/downloads/idleforge-windows-1.2.3.exe', { method: 'HEAD' })
  expect(headers.get('content-type')).toBe('application/vnd.microsoft.portable-executable')
  expect(headers.get('content-disposition')).toBe('attachment; filename="idleforge-windows-1.2.3.exe"')
})

test('resumes a download that was cut off', async () => {
  const response = await get(`/downloads/${APK}`, { headers: { range: 'bytes=2990-' } })
  expect(response.status).toBe(206)
  expect(await response.text()).toBe(content.subarray(2990).toString())
})

test.each([
  '',
  '/',
  '/notes.txt',
  '/.publishing-x',
  `/inside/${APK}`,
  '/inside/',
  '/idleforge-android-9.9.9.apk',
  '/..%2fsm2.key',
  '/%2e%2e/sm2.key',
  '/..%5csm2.key',
  `/${'a'.repeat(300)}`,
  `//${APK}`,
  `/${APK}%00`,
  `/${APK.toUpperCase()}`,
])('keeps %j out of reach', async (path) => {
  const response = await get(`/downloads${path}`)
  expect([403, 404]).toContain(response.status)
  const text = await response.text()
  expect(text).not.toContain('package')
  expect(text).not.toContain('notes')
  expect(text).not.toMatch(/^[0-9a-f]{64}$/m)
})

test('follows no link under another name', async () => {
  symlinkSync('../sm2.key', join(downloads, 'key.apk'))
  expect((await get('/downloads/key.apk')).status).toBe(404)
})

describe('packageType', () => {
  test('knows the published names, and no other', () => {
    expect(packageType(packageName({ platform: 'windows', version: '10.0.1', ending: 'msi' }))).toBe(
      'application/x-msi',
    )
    expect(packageType('idleforge-linux-1.1.0-arm64.tar.gz')).toBe('application/gzip')
    expect(packageType('idleforge-linux-1.1.0-x64.deb')).toBe('application/vnd.debian.binary-package')
    const others = [
      'idleforge-linux-1.1.0-mips.deb',
      'idleforge-linux-1.1.0-x64.gz',
      'idleforge-linux-1.1.0..deb',
      'idleforge-android-1.2.3.exe',
      'idleforge-linux-1.2.3.apk',
      'idleforge-android-01.2.3.apk',
      `${APK}x`,
    ]
    const more = ['idleforge-constructor-1.2.3.apk', 'idleforge-windows-1.2.3.constructor', '', '../x', `a/${APK}`]
    for (const name of [...others, ...more]) expect(packageType(name), name).toBeUndefined()
  })
})
