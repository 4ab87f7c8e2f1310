import { afterAll, beforeAll, expect, test } from 'vitest'
import { md5Digest } from '#lib/api/digest.ts'
import { emailVerifyCode, login, loginVerifyCode, resetPass } from '#lib/contract/accounts.ts'
import { until } from '#world/until.ts'
import { createWorld, pepper, type World } from '#world/world.ts'

let world: World
/** Secrets that must never be found: name and text. */
const canaries: [string, string][] = []
const newDigest = md5Digest('Changed-Harbour-9')

beforeAll(async () => {
  world = await createWorld()
  const user = await world.user({ email: 'canary@example.test' })
  const signedIn = await user.signIn()
  const device = await world.device(user)
  await device.mine(1)
  world.clock.advance(61)
  await world.visitor().call(loginVerifyCode, { username: user.email })
  // The address has had letters before: of the code to register, and of the new browser perhaps.
  for (const scene of ['reset', 'register'] as const)
    await world.visitor().call(emailVerifyCode, { username: scene === 'reset' ? user.email : 'b@example.test', scene })
  await world.letter('b@example.test')
  const { code: resetCode } = await until(() =>
    world.letters.find(({ text }) => text.includes('set a new password is')),
  )
  await expect(
    world.visitor().call(login, { username: user.email, password: newDigest, plat: 'web' }),
  ).rejects.toThrow()
  await world.visitor().call(resetPass, { username: user.email, verifyCode: resetCode, password: newDigest })
  canaries.push(['digest', user.digest], ['new digest', newDigest], ['password', user.password])
  canaries.push(['session token', user.token], ['second token', signedIn.reply.token], ['device token', device.token])
  canaries.push(['pepper', pepper])
  for (const { code } of world.letters) if (code) canaries.push(['mail code', code])
})
afterAll(() => world.close())

/** Every row of every table that the service has, its queue's included, as JSON. */
async function dump(): Promise<string> {
  const tables = await world.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['public.users', 'public.rate_limits']))
  const rows = await Promise.all(tables.map(({ name }) => world.query(`select to_jsonb(t) as row from ${name} t`)))
  return JSON.stringify(rows)
}

// Six digits may stand in a fraction of a second or inside a longer number.
const isIn = (text: string, secret: string) => new RegExp(`(?<![\\d.])${secret}(?!\\d)`, 'i').test(text)

test('T37 E1 stores no digest, token or code in any table', async () => {
  expect(canaries.length).toBeGreaterThanOrEqual(11)
  const text = await dump()
  expect(text).toContain('canary@example.test')
  expect(canaries.filter(([, secret]) => isIn(text, secret))).toEqual([])
})

test('T37 J2 writes no digest, token, code or sealed text into the log', async () => {
  const q = await world.sealed({ username: 'canary@example.test', password: newDigest, plat: 'web' })
  await world.post('/api/user/login', { q })
  await world.post('/api/user/login?token=query-canary', { q, password: newDigest })
  const text = world.logLines.join('\n')
  expect(text).toContain('"msg":"call"')
  const unwanted: [string, string][] = [...canaries, ['q', q.slice(2, 130)], ['query', 'query-canary']]
  expect(unwanted.filter(([, secret]) => isIn(text, secret))).toEqual([])
})

test('J2 a log line stays one line, whatever a header holds', async () => {
  await world.post('/api/user/login', { q: '04' }, { 'user-agent': 'x"}\\n{"level":60,"msg":"forged"}' })
  for (const line of world.logLines) expect(JSON.parse(line).msg).not.toBe('forged')
})

test('T1 E1 stores argon2id of a peppered digest, with a salt of its own for each account', async () => {
  const same = 'Same-Harbour-1'
  await world.user({ password: same })
  await world.user({ password: same })
  const rows = await world.query<{ password_hash: string }>('select password_hash from users')
  const hashes = rows.map(({ password_hash }) => password_hash)
  expect(new Set(hashes).size).toBe(3)
  for (const hash of hashes) expect(hash).toMatch(/^argon2id\$[\w-]{22}\$[\w-]{43}$/)
})
