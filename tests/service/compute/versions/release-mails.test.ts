import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { subscribeToRelease } from '#lib/contract/release-mails.ts'
import { mailReleases } from '#service/compute/versions/release-mails.ts'
import { createOperator, type Operator } from '#world/operator.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
let operator: Operator

beforeAll(async () => {
  world = await createWorld({ settings: { LIMITS: 'default' } })
  world.clock.set('2026-03-10T10:00:00Z')
  operator = createOperator(world)
})
afterAll(() => world.close())

async function ask(body: unknown, ip = '198.51.100.7'): Promise<{ code: number }> {
  const response = await fetch(world.address + subscribeToRelease.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
    body: JSON.stringify(body),
  })
  return (await response.json()) as { code: number }
}

const rows = () => world.query('select platform, email, lang from release_mails order by platform, email')

test('an address is stored once for each platform, and the reply does not reveal whether it was there', async () => {
  const ada = { platform: 'windows', email: ' Ada@Example.test ', lang: 'en' }
  expect(await ask(ada)).toEqual(await ask({ ...ada, lang: 'zh' }))
  expect(await ask({ ...ada, platform: 'android', lang: 'zh' })).toMatchObject({ code: 0 })
  expect(await rows()).toEqual([
    { platform: 'android', email: 'ada@example.test', lang: 'zh' },
    { platform: 'windows', email: 'ada@example.test', lang: 'en' },
  ])
})

test.each([
  { platform: 'macos', email: 'bo@example.test', lang: 'en' },
  { platform: 'windows', email: 'bo', lang: 'en' },
  { platform: 'windows', email: 'bo@example.test\n', lang: 'fr' },
  { platform: 'windows', lang: 'en' },
  [],
  null,
])('%j is refused, and nothing is kept', async (body) => {
  const before = await rows()
  expect((await ask(body, '198.51.100.8')).code).toBe(4002)
  expect(await rows()).toEqual(before)
})

test('G5 one visitor asks six times an hour', async () => {
  const request = (nr: number) =>
    ask({ platform: 'android', email: `cy${nr}@example.test`, lang: 'en' }, '198.51.100.9')
  const codes = []
  for (let nr = 0; nr < 7; nr++) codes.push((await request(nr)).code)
  expect(codes).toEqual([0, 0, 0, 0, 0, 0, 4029])
  await world.query("delete from release_mails where email like 'cy%'")
})

test('the publication counts the waiting addresses, mails each once, and deletes them', async () => {
  await ask({ platform: 'windows', email: 'li@example.test', lang: 'zh' })
  await mailReleases(world.running.ctx)
  expect(await rows()).toHaveLength(3)
  writeFileSync(join(world.dataDir, 'setup.exe'), 'package')
  const ran = await operator('publish-version --platform windows --version 1.4.0 --file setup.exe')
  expect(ran.questions[0]).toContain('2 who asked for it get a mail.')
  expect(ran.out).toContain('2 who asked for it get a mail.')
  // Two concurrent nodes mail nobody twice.
  await Promise.all([mailReleases(world.running.ctx), mailReleases(world.running.ctx)])
  await mailReleases(world.running.ctx)
  expect(await rows()).toEqual([{ platform: 'android', email: 'ada@example.test', lang: 'zh' }])
  expect(await world.letter('ada@example.test')).toMatchObject({
    subject: 'The PC miner for Windows is available: version 1.4.0',
    text: expect.stringMatching(/2026-03-10.*[^z][^h]\/download\/#windows/s),
  })
  expect(await world.letter('li@example.test')).toMatchObject({
    subject: 'Windows 客户端已发布：1.4.0 版',
    text: expect.stringMatching(/2026-03-10.*\/zh\/download\/#windows/s),
  })
  // Later requests are mailed as well.
  await ask({ platform: 'windows', email: 'mo@example.test', lang: 'en' })
  await mailReleases(world.running.ctx)
  expect((await world.letter('mo@example.test')).subject).toContain('1.4.0')
  expect(await world.queuedLetters()).toBe(3)
  expect(world.letters.map(({ to }) => to).sort()).toEqual(['ada@example.test', 'li@example.test', 'mo@example.test'])
})
