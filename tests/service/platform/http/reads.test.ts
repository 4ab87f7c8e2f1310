import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Status, statusRead } from '#lib/contract/status.ts'
import { newestPackage, releasesRead } from '#lib/contract/versions.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ settings: { LIMITS: 'default' } })
})
afterAll(() => world.close())

let visitors = 0
let ip = ''
beforeEach(() => {
  visitors += 1
  ip = `198.51.100.${visitors}`
})
const get = (path: string, init: RequestInit = {}) =>
  fetch(`${world.address}${path}`, {
    redirect: 'manual',
    ...init,
    headers: { 'x-forwarded-for': ip, lang: 'en', ...init.headers },
  })

async function publish(platform: 'windows' | 'android', version: string, at: string): Promise<string> {
  const name = `idleforge-${platform}-${version}.${platform === 'windows' ? 'exe' : 'apk'}`
  await world.query(`insert into releases values ($1, $2, $3, $4, $5, 7, $6, 'New: a', '新：甲', $7)`, [
    name,
    platform,
    version,
    name,
    `/downloads/${name}`,
    'ab'.repeat(32),
    at,
  ])
  const folder = join(world.dataDir, 'downloads')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), 'package')
  return name
}

describe.each([statusRead.path, releasesRead.path])('%s', (path) => {
  test('may be cached for a few seconds, and sets no cookie', async () => {
    const { status, headers } = await get(`/api${path}`)
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=5'])
    expect([headers.get('content-type'), headers.get('set-cookie')]).toEqual(['application/json; charset=utf-8', null])
  })

  test.each(['POST', 'PUT', 'DELETE'])('refuses %s and says what it accepts', async (method) => {
    const { status, headers } = await get(`/api${path}`, { method })
    expect([status, headers.get('allow'), headers.get('cache-control')]).toEqual([405, 'GET, HEAD', 'no-store'])
  })

  test('G5 answers one visitor sixty times a minute, and others are not affected', async () => {
    const answers = await Promise.all(Array.from({ length: 62 }, () => get(`/api${path}`)))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(2)
    for (const { headers } of refused) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect(headers.get('cache-control')).toBe('no-store')
    }
    ip = `203.0.113.${visitors}`
    expect((await get(`/api${path}`)).status).toBe(200)
  })
})

describe('the status', () => {
  const status = async () => v.parse(Status, await (await get('/api/status')).json())

  test('reports that everything works, and that nothing was settled or paid yet', async () => {
    const serverTime = Math.floor(world.clock.now() / 1000)
    const nothing = { lastSettlement: null, payoutsToday: [] }
    expect(await status()).toEqual({ service: 'up', database: 'up', ...nothing, serverTime })
  })

  test('reports the last settled day', async () => {
    await world.query(`
      insert into settlements (day, begun_at, last_user, earnings, ended_at) values
        ('2026-03-07', '2026-03-08 04:00Z', '', 3, '2026-03-08 04:01Z'),
        ('2026-03-08', '2026-03-09 04:00Z', '', 3, '2026-03-09 04:02Z'),
        ('2026-03-09', '2026-03-10 04:00Z', 'x', 1, null)`)
    expect((await status()).lastSettlement).toEqual({
      day: '2026-03-08',
      settledAt: Date.UTC(2026, 2, 9, 4, 2) / 1000,
    })
    await world.query('delete from settlements')
    expect((await status()).lastSettlement).toBeNull()
  })

  test('reports that the database is down, and still replies', async () => {
    const { pool } = world.running.ctx
    const connect = vi.spyOn(pool, 'connect').mockImplementation(() => Promise.reject(new Error('gone')))
    expect(await status()).toMatchObject({ service: 'limited', database: 'down' })
    connect.mockRestore()
    expect(await status()).toMatchObject({ service: 'up', database: 'up' })
  })
})

describe('the newest packages', () => {
  const releases = async () => (await get('/api/releases')).json()

  test('are none before an operator has published one, and the plain link redirects to the page', async () => {
    expect(await releases()).toEqual({ windows: null, android: null, linux: null, mac: null })
    for (const [query, page] of [
      ['', '/download/#windows'],
      ['?lang=zh', '/zh/download/#windows'],
      ['?lang=//evil.example', '/download/#windows'],
    ]) {
      const { status, headers } = await get(newestPackage('windows') + query)
      expect([status, headers.get('location')]).toEqual([302, page])
    }
    expect((await get('/downloads/latest/solaris')).status).toBe(404)
  })

  test('are the newest of each platform, with hash and notes, and the plain link redirects to the file', async () => {
    await publish('windows', '1.0.0', '2026-01-01')
    const name = await publish('windows', '1.1.0', '2026-02-01')
    expect(await releases()).toEqual({
      windows: {
        platform: 'windows',
        version: '1.1.0',
        fileName: name,
        url: `/downloads/${name}`,
        size: 7,
        sha256: 'ab'.repeat(32),
        notes: 'New: a',
        notesZh: '新：甲',
        publishedAt: Date.UTC(2026, 1, 1) / 1000,
      },
      android: null,
      linux: null,
      mac: null,
    })
    const apk = await publish('android', '1.0.0', '2026-01-01')
    expect((await releases()).android).toMatchObject({ fileName: 'app.apk', url: `/downloads/${apk}` })
    const { headers } = await get(newestPackage('windows'))
    expect([headers.get('location'), headers.get('cache-control')]).toEqual([`/downloads/${name}`, 'no-cache'])
    expect(await (await get(newestPackage('windows'), { redirect: 'follow' })).text()).toBe('package')
  })
})
