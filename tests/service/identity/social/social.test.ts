import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { closeAccount } from '#lib/contract/own-account.ts'
import { pointsOverview } from '#lib/contract/points.ts'
import { securityEventList } from '#lib/contract/security.ts'
import { socialBegin, socialInfo, socialUnlink } from '#lib/contract/social.ts'
import { taskList, verifyTask } from '#lib/contract/tasks.ts'
import { type SocialSite, siteNames, socialSites, taskOfSite } from '#lib/rules/social.ts'
import { closeDueAccounts } from '#service/identity/own-account/close-account.ts'
import { deleteUnneededTokens } from '#service/identity/social/tokens.ts'
import { createOperator } from '#world/operator.ts'
import { allow, connectSites, exchanges, type Sites } from '#world/sites.ts'
import type { User, Visitor } from '#world/visitor.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
let sites: Sites
beforeAll(async () => {
  world = await createWorld()
  sites = await connectSites(world.running)
})
afterEach(() => {
  for (const site of socialSites) sites[site].fail()
})
afterAll(async () => {
  await world.close()
  await sites.stop()
})

let last = 0
/** A name that nobody has there. */
const someone = (): string => {
  last += 1
  return `someone_${last}`
}
const verify = (user: Visitor, site: SocialSite) => user.call(verifyTask, { id: taskOfSite[site] })
const infoOf = (user: Visitor, site: SocialSite) => user.call(socialInfo, {}).then((info) => info[site])
const tokens = () => world.query<{ box: string; user_id: string }>('select * from social_tokens')
const total = async (user: Visitor) => (await user.call(pointsOverview, {})).total
const seconds = () => world.clock.now() / 1000

describe.each(socialSites)('on %s', (site) => {
  const there = () => sites[site]

  test('requests only the scopes that it needs, with PKCE and a state', async () => {
    const user = await world.user()
    const { url, state } = await user.call(socialBegin, { site })
    const query = Object.fromEntries(new URL(url).searchParams)
    expect(query).toMatchObject({
      response_type: 'code',
      client_id: there().clientId,
      redirect_uri: `${world.running.ctx.config.origin}/auth-success`,
      code_challenge_method: 'S256',
      state,
    })
    expect(query.scope).toBe(site === 'x' ? 'tweet.read users.read follows.read' : 'identify guilds.members.read')
    expect(query.code_challenge).toMatch(/^[\w-]{43}$/)
  })

  test.each([
    ['client_id', 'another'],
    ['redirect_uri', 'https://evil.example/auth-success'],
    ['scope', 'tweet.write'],
    ['code_challenge_method', 'plain'],
    ['code_challenge', ''],
    ['state', ''],
    ['response_type', 'token'],
  ])('the local double shows no consent for a wrong %s, as the real one', async (name, value) => {
    const { url } = await (await world.user()).call(socialBegin, { site })
    const wrong = new URL(url)
    wrong.searchParams.set(name, value)
    await expect(allow(wrong.href, someone())).rejects.toThrow(`400: ${name} is not right`)
  })

  test('links, verifies and pays once, and keeps the token encrypted and only until then', async () => {
    const user = await world.user()
    expect(await verify(user, site)).toMatchObject({ status: 'failed', failure: { kind: 'not-connected' } })
    expect(await infoOf(user, site)).toEqual({ isSetUp: true, linked: null })
    const name = someone()
    const { linked } = await sites.link(user, site, name)
    const label = site === 'x' ? `@${name}` : name
    expect(linked).toEqual({ label, at: seconds() })
    expect(await infoOf(user, site)).toMatchObject({ linked: { label, isStale: false } })
    const [stored] = (await tokens()).filter(({ user_id }) => user_id === user.info.id)
    for (const token of there().tokens.keys()) expect(stored?.box).not.toContain(token)
    expect(stored?.box).toMatch(/^[\w+/]+=*$/)
    const open = there().tokens.size
    // Linked now, it needs no wait.
    expect(await verify(user, site)).toMatchObject({ status: 'verified', amount: '100' })
    expect(await verify(user, site)).toMatchObject({ status: 'verified' })
    expect(await total(user)).toBe('100')
    expect((await tokens()).filter(({ user_id }) => user_id === user.info.id)).toEqual([])
    await expect.poll(() => there().tokens.size).toBe(open - 1)
    const { records } = await user.call(securityEventList, { page: 1 })
    const event = { kind: 'social-linked', detail: `${siteNames[site]} ${label}` }
    expect(records).toContainEqual(expect.objectContaining(event))
    expect(world.logLines.join('\n')).not.toContain(stored?.box ?? 'no box')
  })

  test('reports what is missing, and checks again after its wait', async () => {
    const user = await world.user()
    const name = someone()
    await sites.link(user, site, name, false)
    const kind = site === 'x' ? 'not-following' : 'not-joined'
    expect(await verify(user, site)).toMatchObject({ status: 'failed', failure: { kind }, nextTryAt: seconds() + 60 })
    await expect(verify(user, site)).rejects.toMatchObject({ reason: 'TASK_TOO_SOON' })
    world.clock.advance(60)
    await sites.link(user, site, name, true)
    expect(await verify(user, site)).toMatchObject({ status: 'verified' })
  })

  test('T43 one account there counts for one user, when it is linked, unlinked and linked by another', async () => {
    const [one, other] = [await world.user(), await world.user()]
    const name = someone()
    await sites.link(one, site, name)
    await expect(sites.link(other, site, name)).rejects.toMatchObject({
      reason: 'SOCIAL_TAKEN',
      message: expect.stringContaining(`This ${siteNames[site]} account is linked to another Idleforge account.`),
    })
    await expect(sites.link(one, site, someone())).rejects.toMatchObject({ reason: 'SOCIAL_SET' })
    await verify(one, site)
    await one.call(socialUnlink, { site })
    expect(await infoOf(one, site)).toMatchObject({ linked: null })
    await expect(one.call(socialUnlink, { site })).rejects.toMatchObject({ reason: 'SOCIAL_NOT_LINKED' })
    await sites.link(other, site, name)
    expect(await verify(other, site)).toMatchObject({ status: 'failed', failure: { kind: 'used-elsewhere' } })
    expect([await total(one), await total(other)]).toEqual(['100', '0'])
  })

  test('two users who link one account at once: one gets it', async () => {
    const users = await Promise.all([world.user(), world.user(), world.user()])
    const name = someone()
    const answers = await Promise.all(users.map((user) => sites.answer(user, site, name)))
    const ends = await Promise.allSettled(
      users.map((user, index) => user.call(exchanges[site], answers[index] as { code: string; state: string })),
    )
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  interface Attack {
    user: User
    answer: { code: string; state: string }
    give(answer: { code: string; state: string }, by?: Visitor): Promise<unknown>
  }
  const attacks: [string, string, (attack: Attack) => Promise<unknown>][] = [
    ['a made-up state', 'SOCIAL_STATE_UNKNOWN', ({ answer, give }) => give({ ...answer, state: 'a'.repeat(43) })],
    ['the state of another user', 'SOCIAL_STATE_UNKNOWN', async ({ answer, give }) => give(answer, await world.user())],
    [
      'a state of another session of the same user',
      'SOCIAL_STATE_UNKNOWN',
      async ({ user, answer, give }) => give(answer, await user.signIn()),
    ],
    [
      'the state of the other site',
      'SOCIAL_STATE_UNKNOWN',
      async ({ user, answer, give }) => {
        const { state } = await user.call(socialBegin, { site: site === 'x' ? 'discord' : 'x' })
        return give({ ...answer, state })
      },
    ],
    [
      'a state that is too old',
      'SOCIAL_STATE_UNKNOWN',
      ({ answer, give }) => {
        world.clock.advance(600)
        return give(answer)
      },
    ],
    [
      'an answer for the second time',
      'SOCIAL_STATE_UNKNOWN',
      async ({ answer, give }) => {
        await give(answer)
        return give(answer)
      },
    ],
    [
      'a code for the second time, under a fresh state',
      'SOCIAL_CODE_USED',
      async ({ user, answer, give }) => {
        await give(answer)
        const { state } = await user.call(socialBegin, { site })
        return give({ code: answer.code, state })
      },
    ],
    [
      'a code under the verifier of another link',
      'SOCIAL_CODE_USED',
      async ({ user, answer, give }) => {
        const { state } = await user.call(socialBegin, { site })
        return give({ code: answer.code, state })
      },
    ],
    ['a made-up code', 'SOCIAL_CODE_USED', ({ answer, give }) => give({ ...answer, code: 'guessed' })],
    [
      'a code that has run out',
      'SOCIAL_CODE_USED',
      ({ answer, give }) => {
        there().expire()
        return give(answer)
      },
    ],
    [
      'an answer while the site is down',
      'SOCIAL_UNAVAILABLE',
      ({ answer, give }) => {
        there().fail({ status: 503 })
        return give(answer)
      },
    ],
    [
      'an answer while the site says nothing',
      'SOCIAL_UNAVAILABLE',
      ({ answer, give }) => {
        there().fail('never')
        return give(answer)
      },
    ],
    [
      'an answer while the site answers nobody',
      'SOCIAL_BUSY',
      ({ answer, give }) => {
        there().fail({ status: 429, headers: { 'retry-after': '77' } })
        return give(answer)
      },
    ],
    [
      'an answer to which the site says something else',
      'SOCIAL_ANSWER_WRONG',
      ({ answer, give }) => {
        there().fail({ status: 200, body: { hello: 'world' } })
        return give(answer)
      },
    ],
  ]
  test.each(attacks)('links nothing for %s: %s', async (_, reason, attack) => {
    const user = await world.user()
    const answer = await sites.answer(user, site, someone())
    const give = (one: { code: string; state: string }, by: Visitor = user) => by.call(exchanges[site], one)
    const before = (await infoOf(user, site)).linked
    const error = await attack({ user, answer, give }).then(
      () => undefined,
      (caught: { reason: string; message: string; data: Record<string, unknown> }) => caught,
    )
    expect(error?.reason).toBe(reason)
    expect(error?.message).toContain(siteNames[site])
    expect(error?.message).not.toMatch(/[{}]/)
    if (reason === 'SOCIAL_BUSY') expect(error?.data).toMatchObject({ seconds: 77, until: seconds() + 77 })
    expect(before).toBeNull()
  })

  test.each<[string, () => void, string, number]>([
    ['down', () => there().fail({ status: 500 }), 'unavailable', 60],
    ['silent', () => there().fail('never'), 'unavailable', 60],
    ['limited', () => there().fail({ status: 429, headers: { 'retry-after': '900' } }), 'busy', 900],
  ])('a task waits while the site is %s, and its user loses no try', async (_, fail, why, wait) => {
    const user = await world.user()
    await sites.link(user, site, someone())
    fail()
    const waiting = { why, nextTryAt: seconds() + wait }
    expect(await verify(user, site)).toMatchObject({ status: 'unverified', waiting })
    const { records } = await user.call(taskList, { page: 1, size: 50 })
    expect(records.find(({ id }) => id === taskOfSite[site])).toMatchObject({ status: 'unverified', waiting })
    await expect(verify(user, site)).rejects.toMatchObject({ reason: 'TASK_TOO_SOON', data: { seconds: wait } })
    there().fail()
    world.clock.advance(wait)
    expect(await verify(user, site)).toMatchObject({ status: 'verified' })
  })

  test('a token that was revoked there, or is a day old, requires another link', async () => {
    const user = await world.user()
    const name = someone()
    await sites.link(user, site, name)
    there().expire()
    expect(await verify(user, site)).toMatchObject({ failure: { kind: 'connect-again' }, nextTryAt: seconds() })
    expect(await infoOf(user, site)).toMatchObject({ linked: { isStale: true } })
    await sites.link(user, site, name)
    expect(await infoOf(user, site)).toMatchObject({ linked: { isStale: false } })
    world.clock.advance(86_400)
    await deleteUnneededTokens(world.running.ctx)
    expect((await tokens()).filter(({ user_id }) => user_id === user.info.id)).toEqual([])
    expect(await verify(user, site)).toMatchObject({ failure: { kind: 'connect-again' } })
    await sites.link(user, site, name)
    expect(await verify(user, site)).toMatchObject({ status: 'verified' })
  })

  test('keeps no token where no task waits', async () => {
    const user = await world.user()
    const name = someone()
    await sites.link(user, site, name)
    await verify(user, site)
    await user.call(socialUnlink, { site })
    const open = there().tokens.size
    await sites.link(user, site, name)
    expect((await tokens()).filter(({ user_id }) => user_id === user.info.id)).toEqual([])
    await expect.poll(() => there().tokens.size).toBe(open)
  })
})

test("X's rate limit is read by X's own clock", async () => {
  const user = await world.user()
  await sites.link(user, 'x', someone())
  const date = 'Tue, 10 Mar 2026 12:00:00 GMT'
  const reset = String(Date.parse(date) / 1000 + 321)
  sites.x.fail({ status: 429, headers: { date, 'x-rate-limit-reset': reset } })
  expect(await verify(user, 'x')).toMatchObject({ waiting: { why: 'busy', nextTryAt: seconds() + 321 } })
})

test('operators see which sites are set up and know this service, and add tasks about them', async () => {
  const { x, discord } = sites
  const settings = {
    X_CLIENT_ID: x.clientId,
    X_CLIENT_SECRET: x.clientSecret,
    X_ADDRESS: x.address,
    DISCORD_CLIENT_ID: discord.clientId,
    DISCORD_CLIENT_SECRET: 'not-the-secret-of-it',
    DISCORD_SERVER_ID: discord.settings.serverId,
    DISCORD_ADDRESS: discord.address,
  }
  const checkSites = async (more: Record<string, string>) => {
    const { out } = await createOperator(world, more)('check --json')
    const found = JSON.parse(out) as { of: string; what: string; says: string; isFine: boolean }[]
    const words = found
      .filter(({ what }) => ['sign-in', 'tasks'].includes(what))
      .map(({ of, says, isFine }) => [of, `${isFine ? 'fine' : 'LOOK'} ${says}`])
    return Object.fromEntries(words)
  }
  expect(await checkSites({})).toMatchObject({ X: 'fine not set up', Google: 'fine not set up' })
  const set = await checkSites(settings)
  expect(set.X).toBe('fine answers, and knows this client')
  expect(set.Discord).toBe('LOOK does not know this client: look at its id and secret')
  x.fail({ status: 502 })
  expect((await checkSites(settings)).X).toBe('LOOK does not answer')
  const operate = createOperator(world)
  const texts = '--title Follow --title-zh 关注 --text Follow. --text-zh 关注。 --points 5 --kind follow-x'
  expect((await operate(`tasks add ${texts} --link https://x.com/ --yes`)).err).toContain('https://x.com/idleforge')
  expect((await operate(`tasks add ${texts} --period day --yes`)).err).toContain('done once')
  expect(await operate(`tasks add ${texts} --link https://x.com/idleforge --yes`)).toMatchObject({ code: 0 })
})

test('closing an account deletes its links and tokens', async () => {
  const user = await world.user()
  await sites.link(user, 'x', someone())
  await user.call(closeAccount, {})
  world.clock.advance(14 * 86_400)
  await closeDueAccounts(world.running.ctx)
  const linked = await world.query('select provider from identities where user_id = $1', [user.info.id])
  expect([linked, (await tokens()).filter(({ user_id }) => user_id === user.info.id)]).toEqual([[], []])
})

test('offers nothing where nothing is set up', async () => {
  const bare = await createWorld()
  const user = await bare.user()
  expect(await user.call(socialInfo, {})).toEqual({
    x: { isSetUp: false, linked: null },
    discord: { isSetUp: false, linked: null },
  })
  await expect(user.call(socialBegin, { site: 'x' })).rejects.toMatchObject({ reason: 'SOCIAL_NOT_SET_UP' })
  const { records } = await user.call(taskList, { page: 1, size: 50 })
  expect(records.map(({ id }) => id)).not.toContain('follow-x')
  await bare.close()
})
