import { afterAll, beforeAll, expect, test } from 'vitest'
import { logout, userInfo } from '#lib/contract/accounts.ts'
import { revokeSession, sessions } from '#lib/contract/sessions.ts'
import { openSession } from '#service/platform/http/sessions.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const expired = { name: 'LoginExpired' }
const HOUR = 3600

test('E8 ends with a logout, and stays ended after a restart', async () => {
  const user = await world.user()
  const other = await user.signIn()
  await user.call(logout, {})
  await expect(user.call(userInfo, {})).rejects.toMatchObject(expired)
  await world.restart()
  await expect(user.call(userInfo, {})).rejects.toMatchObject(expired)
  expect(await other.call(userInfo, {})).toEqual(user.info)
})

test('lists sessions with their browser, and marks the one that asks', async () => {
  const user = await world.user({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' })
  world.clock.advance(120)
  const other = await user.signIn()
  const { list } = await other.call(sessions, {})
  expect(list.map(({ current }) => current)).toEqual([true, false])
  expect(list[1]?.browser).toContain('Firefox')
})

test('revokes a session of its own once', async () => {
  const user = await world.user()
  const other = await user.signIn()
  const { list } = await other.call(sessions, {})
  const id = list.find(({ current }) => !current)?.id ?? ''
  await other.call(revokeSession, { id })
  await expect(user.call(userInfo, {})).rejects.toMatchObject(expired)
  await expect(other.call(revokeSession, { id })).rejects.toMatchObject({ reason: 'SESSION_GONE' })
})

test('H8 T20 refuses a foreign session exactly like one that never was', async () => {
  const [user, stranger] = [await world.user(), await world.user()]
  const foreign = (await stranger.call(sessions, {})).list[0]?.id
  const revoke = async (id: unknown) =>
    world.post('/api/user/revoke-session', { q: await world.sealed({ id }) }, { token: user.token })
  const answer = await revoke(foreign)
  expect(answer.body).toMatchObject({ code: 4004, data: { reason: 'SESSION_GONE' } })
  expect(answer.text).toBe((await revoke('never-was')).text)
  expect(await stranger.call(userInfo, {})).toEqual(stranger.info)
})

test('T6 ends after 72 idle hours, and not before', async () => {
  const user = await world.user()
  world.clock.advance(72 * HOUR - 1)
  await user.call(userInfo, {})
  world.clock.advance(72 * HOUR - 1)
  await user.call(userInfo, {})
  world.clock.advance(72 * HOUR)
  await expect(user.call(userInfo, {})).rejects.toMatchObject(expired)
})

test('shows no session that an idle browser has lost', async () => {
  const user = await world.user()
  const other = await user.signIn()
  world.clock.advance(60 * HOUR)
  await other.call(userInfo, {})
  world.clock.advance(12 * HOUR)
  expect((await other.call(sessions, {})).list).toHaveLength(1)
})

test('T6 ends after 15 days, however busy', async () => {
  const user = await world.user()
  for (let hours = 0; hours < 15 * 24 - 48; hours += 48) {
    world.clock.advance(48 * HOUR)
    await user.call(userInfo, {})
  }
  world.clock.advance(24 * HOUR - 1)
  await user.call(userInfo, {})
  world.clock.advance(1)
  await expect(user.call(userInfo, {})).rejects.toMatchObject(expired)
})

test('T6 ends the oldest session when an eleventh starts', async () => {
  const user = await world.user()
  const later = []
  for (let i = 0; i < 10; i++) {
    world.clock.advance(1)
    later.push(await user.signIn())
  }
  await expect(user.call(userInfo, {})).rejects.toMatchObject(expired)
  for (const session of later) expect(await session.call(userInfo, {})).toEqual(user.info)
})

test('keeps ten of 24 sessions that start at the same moment', async () => {
  const user = await world.user()
  world.clock.advance(1)
  await world.warmUp()
  const sessions = await Promise.all(Array.from({ length: 24 }, () => user.signIn()))
  const live = await Promise.allSettled(sessions.map((session) => session.call(userInfo, {})))
  expect(live.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
})

test('keeps ten when sessions start on every connection at once', async () => {
  // Below the calls: hashing passwords, two at a time, would keep sign-ins apart.
  const { db } = world.running.ctx
  const user = await world.user()
  const browser = { name: 'Firefox', hash: 'x' }
  const begin = () =>
    db.transaction().execute((inside) => openSession(inside, world.clock.now(), user.info.id, browser))
  await world.warmUp()
  await Promise.all(Array.from({ length: 60 }, begin))
  const live = 'select count(*)::int as count from sessions where user_id = $1 and ended_at is null'
  expect(await world.query(live, [user.info.id])).toEqual([{ count: 10 }])
})

test('starts every session alive, even when more start in one millisecond than an account may have', async () => {
  const user = await world.user()
  for (let i = 0; i < 14; i++) {
    const session = await user.signIn()
    expect(await session.call(userInfo, {})).toEqual(user.info)
  }
})

test('E9 T7 ignores cookies', async () => {
  const user = await world.user()
  const cookies = [`access_token=${user.token}`, `token=${user.token}`]
  for (const { path, auth } of world.running.app.endpoints) {
    if (auth !== true) continue
    const headers = { cookie: cookies.join('; '), authorization: `Bearer ${user.token}` }
    const { status, body } = await world.post(`/api${path}`, { q: await world.sealed() }, headers)
    expect([path, status, body.code, body.data]).toEqual([path, 200, 4001, null])
  }
})

test('E7 T8 refuses every private call without a token, with a bad one and with an ended one', async () => {
  const user = await world.user()
  await user.call(logout, {})
  const bad = ['', 'x', user.token.slice(1), `${user.token}a`, 'a'.repeat(5000), `'; --`]
  const answers = new Set<string>()
  const visitors = ['/user/captchaImage', '/user/emailVerifyCode', '/user/loginVerifyCode', '/user/register']
  visitors.push('/user/login', '/user/resetPass', '/user/protocol', '/user/official-active', '/version/lastVersion')
  visitors.push('/commodity/shared-watcher', '/user/invite-no-reminders-by-mail', '/page/vote')
  visitors.push('/user/second-factor/pass', '/user/second-factor/lost-code', '/user/second-factor/lost')
  visitors.push('/user/passkey-login/begin', '/user/passkey-login')
  visitors.push('/user/google-login', '/user/google-link')
  let refused = 0
  for (const [index, { path, auth }] of world.running.app.endpoints.entries()) {
    if (visitors.includes(path)) continue
    // Each call gets one of the bad tokens, another than the call before it.
    const tokens = [user.token, bad[index % bad.length]]
    // A call without a token is a visitor's; a bad token is refused there too.
    for (const token of auth === 'optional' ? tokens : [undefined, ...tokens]) {
      const headers = token === undefined ? undefined : { token }
      const answer = await world.post(`/api${path}`, { q: await world.sealed() }, headers)
      expect([path, answer.body.code]).toEqual([path, 4001])
      answers.add(answer.text)
      refused += 1
    }
  }
  expect(answers.size).toBe(1)
  expect(refused).toBeGreaterThanOrEqual(100)
})
