import { afterAll, beforeAll, expect, test } from 'vitest'
import { officialActive } from '#lib/contract/activity.ts'
import { lastVersion } from '#lib/contract/versions.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const visit = (path: string) => world.visitor().call(officialActive, { path })
const visits = () =>
  world.query(`select to_char(day, 'YYYY-MM-DD') as day, path, visits from visits order by day, path`)

test('T39 counts visits by route, without ids, and unknown paths together', async () => {
  await Promise.all(Array.from({ length: 20 }, () => visit('/pc')))
  for (const path of ['/user/gpu/gpu-detail/1', '/user/gpu/gpu-detail/2', '/wp-admin.php', '/.env', '/zh/pc'])
    await visit(path)
  expect(await visits()).toEqual([
    { day: '2026-03-10', path: '/other', visits: 2 },
    { day: '2026-03-10', path: '/pc', visits: 20 },
    { day: '2026-03-10', path: '/user/gpu/gpu-detail/:id', visits: 2 },
    { day: '2026-03-10', path: '/zh/pc', visits: 1 },
  ])
})

test.each(['/pc?token=secret', '/pc#x', 'pc', '', '/a b', '/\u0000', '/\n', `/${'x'.repeat(256)}`, '/<script>'])(
  'T39 refuses the path %j',
  async (path) => {
    const q = await world.sealed({ path })
    const { body } = await world.post('/api/user/official-active', { q })
    expect(body).toMatchObject({ code: 4002, data: { field: 'path' } })
  },
)

test('counts any path of the not-found page with the other unknown ones', async () => {
  await world.query('delete from visits')
  for (const path of ['/nowhere/', '/%E4%B8%AD%E6%96%87', "/a,b;c=(d)'!*@$&+:", '//%2e']) await visit(path)
  expect(await world.query('select path, visits::int from visits')).toEqual([{ path: '/other', visits: 4 }])
})

test('counts the pages that OAuth answers return to', async () => {
  await world.query('delete from visits')
  for (const path of ['/google-auth/', '/auth-success']) await visit(path)
  expect(await world.query('select path from visits order by path')).toEqual([
    { path: '/auth-success' },
    { path: '/google-auth' },
  ])
})

test('I2 counts a visit on its UTC day, at the last and the first millisecond', async () => {
  await world.query('delete from visits')
  for (const time of ['2026-03-11T23:59:59.999Z', '2026-03-12T00:00:00.000Z', '2026-03-12T12:00:00Z']) {
    world.clock.set(time)
    await visit('/')
  }
  expect(await visits()).toEqual([
    { day: '2026-03-11', path: '/', visits: 1 },
    { day: '2026-03-12', path: '/', visits: 2 },
  ])
})

test('reports the newest release of each platform, and none where there is none', async () => {
  expect(await world.visitor().call(lastVersion, {})).toEqual({
    windows: null,
    android: null,
    linux: null,
    mac: null,
  })
  for (const [version, at] of [
    ['1.0.0', '2026-01-01'],
    ['1.2.0', '2026-03-01'],
    ['1.1.0', '2026-02-01'],
  ])
    await world.query(
      `insert into releases values ($1, 'windows', $1, 'idleforge.exe', '/downloads/idleforge.exe', 5000000000, $2, 'New', '新', $3)`,
      [version, 'a'.repeat(64), at],
    )
  const { windows, android } = await world.visitor().call(lastVersion, {})
  expect(android).toBeNull()
  expect(windows).toMatchObject({ version: '1.2.0', size: 5_000_000_000, publishedAt: Date.UTC(2026, 2, 1) / 1000 })
})
