import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addOperator, DeskBrowser, type OperatorKeys, openDesk } from '#world/admin.ts'
import { codeAt } from '#world/factor.ts'
import { createOperator } from '#world/operator.ts'
import { createWorld, pepper, type World, type WorldOptions } from '#world/world.ts'

let world: World
let keys: OperatorKeys

const open = async (options?: WorldOptions) => {
  world = await createWorld(options)
  keys = await addOperator(world)
}
afterEach(() => world.close())

const browser = (headers?: Record<string, string>) => new DeskBrowser(world.address, headers)
const program = (line: string) => createOperator(world, { PASSWORD_PEPPER: pepper })(line)
const tryIn = (one: DeskBrowser, parts: Partial<Record<'name' | 'key' | 'code', string>> = {}) =>
  one.post('/sign-in', { name: keys.name, key: keys.key, code: codeAt(keys.secret, world.clock.now()), ...parts })

describe('without an operator', () => {
  beforeEach(async () => {
    world = await createWorld()
  })

  test('there is nothing at the address: the answer is that of any other', async () => {
    const nothing = await fetch(`${world.address}/operant`)
    const headersOf = ({ headers }: { headers: Headers }) =>
      [...headers].filter(([name]) => !['date', 'content-length', 'keep-alive'].includes(name))
    for (const path of ['', '/', '/sign-in', '/style.css', '/withdrawals']) {
      const found = await browser().ask(path)
      expect(found.status).toBe(404)
      expect(headersOf(found)).toEqual(headersOf(nothing))
    }
    const posted = await browser().post('/sign-in', { name: 'ada' })
    expect(posted.status).toBe((await fetch(`${world.address}/operant`, { method: 'POST' })).status)
    // From the first account on, and no more after the last one.
    await addOperator(world)
    expect((await browser().ask('')).status).toBe(200)
    await program('operators remove ada --yes')
    expect((await browser().ask('')).status).toBe(404)
  })
})

describe('signing in', () => {
  beforeEach(() => open())

  test('takes name, key and code, and opens a session of eight hours', async () => {
    const one = browser()
    const { status, location, headers } = await one.signIn(keys, world.clock.now())
    expect([status, location]).toEqual([303, '/operate'])
    expect(headers.get('set-cookie')).toMatch(
      /^idleforge_operator=[\w-]{43}; Path=\/operate; Max-Age=28800; HttpOnly; SameSite=Strict$/,
    )
    expect((await one.ask('')).page).toContain('Waiting for you')
    const [row] = await world.query<{ token_hash: string }>('select * from operator_sessions')
    expect(row?.token_hash).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify(row)).not.toContain(one.cookie.split('=')[1])
    const look = async (seconds: number) => {
      world.clock.advance(seconds)
      return (await one.ask('')).page
    }
    for (let times = 0; times < 40; times += 1) expect(await look(720 - 1)).toContain('Waiting for you')
    expect(await look(39)).toContain('Waiting for you')
    world.clock.advance(1)
    expect((await one.ask('')).page).not.toContain('Waiting for you')
    expect(await world.query(`select operator, act, detail from audit where act = 'sign-in'`)).toMatchObject([
      { operator: 'ada', detail: expect.stringContaining('on the page') },
    ])
  })

  test('says one sentence whatever is wrong, and opens nothing', async () => {
    const pages = new Set<string>()
    for (const parts of [{ name: 'bob' }, { key: 'AAAAA-AAAAA-AAAAA-AAAAA' }, { code: '000000' }, { key: '' }]) {
      const one = browser()
      const { status, page } = await tryIn(one, parts)
      expect(status).toBe(401)
      expect(one.cookie).toBe('')
      pages.add(page.replace(/name="name" value="\w*"/, ''))
    }
    expect(pages.size).toBe(1)
    expect([...pages][0]).toContain('Name, key or code is not right.')
    expect(world.logLines.join('')).not.toContain(keys.key)
  })

  test('takes a code once, on whichever node', async () => {
    const node = await world.node()
    const code = codeAt(keys.secret, world.clock.now())
    const tries = await Promise.all(
      [world.address, node.address, world.address, node.address].map((address) =>
        new DeskBrowser(address).post('/sign-in', { name: 'ada', key: keys.key, code }),
      ),
    )
    expect(tries.map(({ status }) => status).sort()).toEqual([303, 401, 401, 401])
    expect(tries.find(({ status }) => status === 401)?.page).toContain('This code was used already.')
    world.clock.advance(30)
    expect((await tryIn(browser())).status).toBe(303)
  })

  test('takes the key as it is typed: small letters, no hyphens', async () => {
    expect((await tryIn(browser(), { name: ' Ada ', key: keys.key.toLowerCase().replaceAll('-', ' ') })).status).toBe(
      303,
    )
  })

  test('ends when the operator signs out, is removed or has a new secret, and with nobody else', async () => {
    const [one, other] = [browser(), await openDesk(world, 'grace')]
    await one.signIn(keys, world.clock.now())
    const copy = one.cookie
    const { headers } = await one.post('/sign-out', { form: await one.form() })
    expect(headers.get('set-cookie')).toContain('idleforge_operator=; Path=/operate; Max-Age=0')
    one.cookie = copy
    expect((await one.ask('')).page).not.toContain('Waiting for you')

    world.clock.advance(30)
    await one.signIn(keys, world.clock.now())
    expect((await program('operators list')).out).toMatch(/ada .* 1\ngrace .* 1\n/)
    await program('operators new-secret ada --yes')
    expect((await one.ask('')).page).not.toContain('Waiting for you')
    world.clock.advance(30)
    expect((await tryIn(browser())).status).toBe(401)

    await program('operators remove ada --yes')
    expect((await other.ask('')).page).toContain('Waiting for you')
    await program('operators remove grace --yes')
    expect((await other.ask('')).status).toBe(404)
  })
})

describe('guesses', () => {
  beforeEach(() => open({ settings: { LIMITS: 'default' } }))

  test('of codes are counted before they are looked at, for who has the key alone', async () => {
    const from = (number: number) => browser({ 'x-forwarded-for': `10.0.0.${number}` })
    // Nobody without the key uses up the owner's tries.
    for (let number = 1; number <= 12; number += 1) await tryIn(from(number), { key: 'wrong' })
    const tries = await Promise.all(
      Array.from({ length: 20 }, (_, number) => tryIn(from(20 + number), { code: '000000' })),
    )
    const count = (status: number) => tries.filter((one) => one.status === status).length
    expect([count(401), count(429)]).toEqual([5, 15])
    const late = await tryIn(from(50))
    expect(late.status).toBe(429)
    expect(late.page).toContain('Too many tries. Wait 15 min.')
  })

  test('from one address end after twenty; right ones are given back', async () => {
    for (let round = 0; round < 25; round += 1) {
      world.clock.advance(30)
      if (round < 3) expect((await tryIn(browser())).status).toBe(303)
      else if (round < 23) expect((await tryIn(browser(), { name: 'nobody' })).status).toBe(401)
      else expect((await tryIn(browser())).status).toBe(429)
    }
  })
})

describe('the door', () => {
  test('is shut to forms of other pages, and to forms of another session', async () => {
    await open()
    const [one, other] = [browser(), await openDesk(world, 'grace')]
    await one.signIn(keys, world.clock.now())
    const form = await one.form()
    for (const origin of ['https://evil.test', 'null', ''])
      expect((await one.post('/sign-out', { form }, { origin, referer: `${world.address}/operate` })).status).toBe(403)
    const bare = await one.ask('/sign-out', { method: 'POST', body: new URLSearchParams({ form }) })
    expect(bare.status).toBe(403)
    for (const wrong of ['', 'x', await other.form()])
      expect((await one.post('/sign-out', { form: wrong })).status).toBe(403)
    expect((await one.ask('')).page).toContain('Waiting for you')
    // A browser without an Origin header sends a Referer.
    const referer = `${world.address}/operate`
    const old = await one.ask('/sign-out', {
      method: 'POST',
      body: new URLSearchParams({ form }),
      headers: { referer },
    })
    expect(old.status).toBe(303)
  })

  test('has one script of its own and lets no other run, is kept by nobody and found by no search', async () => {
    await open()
    const one = browser()
    await one.signIn(keys, world.clock.now())
    for (const path of ['', '/audit', '/nothing']) {
      const { headers, page } = await one.ask(path)
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; style-src 'self'; script-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      )
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(page.replace('<script src="/operate/keys.js" defer></script>', '')).not.toMatch(/<script|style=|\son\w+=/)
    }
    expect((await one.ask('/nothing')).status).toBe(404)
    expect((await one.ask('/style.css')).headers.get('content-type')).toContain('text/css')
    expect((await one.ask('/keys.js')).headers.get('content-type')).toContain('text/javascript')
    for (const path of ['/withdrawals', '/check', '/plans'])
      expect((await browser().ask(path)).page).toContain('Code of the authenticator app')
  })

  test('works behind a proxy that ends TLS: a secure cookie, and forms of the public address', async () => {
    await open({ settings: { PUBLIC_ORIGIN: 'https://idleforge.example' } })
    const one = browser({ host: 'internal:8080', 'x-forwarded-for': '203.0.113.9' })
    const code = codeAt(keys.secret, world.clock.now())
    const headers = { origin: 'https://idleforge.example' }
    const shown = await one.post('/sign-in', { name: 'ada', key: keys.key, code }, headers)
    expect(shown.status).toBe(303)
    expect(shown.headers.get('set-cookie')).toMatch(/; HttpOnly; SameSite=Strict; Secure$/)
    expect((await one.ask('')).page).toContain('Waiting for you')
  })

  test('answers what it cannot read with a page, and with no fault', async () => {
    await open()
    const one = browser()
    await one.signIn(keys, world.clock.now())
    const json = await one.ask('/sign-out', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json', origin: world.address },
    })
    expect(json.status).toBe(415)
    expect((await one.post('/sign-out', { form: 'x'.repeat(300_000) })).status).toBe(413)
    expect((await one.ask('/reports/%E0%A4%A')).status).toBe(404)
  })
})

describe('the program', () => {
  beforeEach(async () => {
    world = await createWorld()
  })

  test('tells key and secret once, and keeps neither', async () => {
    const { out, questions } = await program('operators add ada')
    expect(questions[0]).toContain('Add operator ada')
    expect(out).toMatch(/Key: {4}(?:[0-9A-Z]{5}-){3}[0-9A-Z]{5}\n/)
    expect(out).toContain('▄')
    const [, secret = ''] = /Secret: (\w{32})/.exec(out) ?? []
    const tables = JSON.stringify([
      await world.query('select * from operators'),
      await world.query('select * from audit'),
    ])
    expect(secret).not.toBe('')
    expect(tables).not.toContain(secret)
    expect(tables).not.toContain(/Key: +(\S+)/.exec(out)?.[1])
    expect(await world.query('select act, detail from audit')).toEqual([{ act: 'operators', detail: 'ada added' }])
  })

  test('refuses what cannot be, in a sentence', async () => {
    await program('operators add ada --yes')
    for (const [line, code, words] of [
      ['operators add ada --yes', 3, 'There is an operator ada already'],
      ['operators add', 2, 'Who?'],
      ['operators add ../x', 2, 'Who?'],
      ['operators grant ada', 2, 'has no meaning'],
      ['operators remove bob --yes', 3, 'There is no operator bob'],
      ['operators new-secret bob --yes', 3, 'There is no operator bob'],
      ['operators add bob eve', 2, 'has no meaning'],
    ] as const) {
      const ran = await program(line)
      expect(ran).toMatchObject({ code, err: expect.stringContaining(words) })
    }
    const other = createOperator(world, { PASSWORD_PEPPER: 'another pepper, of 32 characters or more' })
    expect(await other('operators add bob --yes')).toMatchObject({
      code: 3,
      err: expect.stringContaining('PASSWORD_PEPPER is not that of the service'),
    })
  })
})
