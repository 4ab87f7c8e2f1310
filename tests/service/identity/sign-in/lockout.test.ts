import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emailVerifyCode, login, loginVerifyCode } from '#lib/contract/accounts.ts'
import { bindCode } from '#lib/contract/devices.ts'
import { paymentVerifyCode } from '#lib/contract/payment-password.ts'
import { passSecondFactor } from '#lib/contract/second-factor.ts'
import { prove } from '#lib/contract/security.ts'
import { addOperator, DeskBrowser, type OperatorKeys } from '#world/admin.ts'
import { bindRequest } from '#world/device.ts'
import { type Authenticator, codeAt, ticketOf, turnOnFactor } from '#world/factor.ts'
import { createOperator } from '#world/operator.ts'
import type { User } from '#world/visitor.ts'
import { createWorld, pepper, type World } from '#world/world.ts'

/** An attack on an account uses up the attacker's tries, and leaves the owner a way to sign in. With the real budgets. */
let world: World
beforeAll(async () => {
  world = await createWorld({ settings: { LIMITS: 'default' } })
})
afterAll(() => world.close())
beforeEach(() => world.query('delete from rate_limits'))

/** Every one is in a network of its own, as the machines of a botnet are. */
let networks = 0
const otherVisitor = () => world.visitor({ ip: `11.${(networks >> 8) & 255}.${networks++ & 255}.7` })
const home = '8.8.4.4'
const outcome = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'ok',
    (error: { reason?: string; code?: string }) => error.reason ?? error.code ?? String(error),
  )
const tally = (outcomes: readonly string[]) =>
  Object.fromEntries(Object.entries(Object.groupBy(outcomes, (one) => one)).map(([one, all]) => [one, all?.length]))
/** As if the time of a budget had passed. */
const later = (prefix: string) => world.query('delete from rate_limits where key like $1', [`${prefix}:%`])

/** The code of the next letter that is about this. */
async function codeTo(address: string, about: string): Promise<string> {
  for (;;) {
    const letter = await world.letter(address)
    if (letter.text.includes(about)) return letter.code
  }
}

describe('the second factor', () => {
  let user: User
  let app: Authenticator
  beforeEach(async () => {
    user = await world.user({ ip: home })
    app = await turnOnFactor(world, user)
  })
  const ticket = (visitor = otherVisitor()) =>
    ticketOf(visitor.call(login, { username: user.email, password: user.digest, plat: 'web' }))
  const pass = async (factorCode: string) =>
    otherVisitor().call(passSecondFactor, { ticket: await ticket(), factorCode })
  /** Tickets one after the other, each with its five tries, and then all tries at once. */
  async function guesses(many: number): Promise<string[]> {
    const tickets: string[] = []
    for (let made = 0; made < many; made += 5) tickets.push(await ticket())
    const factorCode = app.code(9)
    return Promise.all(
      Array.from({ length: many }, (_, index) =>
        outcome(otherVisitor().call(passSecondFactor, { ticket: tickets[index % tickets.length] ?? '', factorCode })),
      ),
    )
  }
  const dayPoints = async () =>
    (await world.query<{ points: number }>(`select points from rate_limits where key like 'factorDay:%'`))[0]?.points

  test('is evaluated ten times of 55 guesses at once, and only those count against the day', async () => {
    expect(tally(await guesses(55))).toEqual({ FACTOR_CODE_WRONG: 10, '4029': 45 })
    expect(await dayPoints()).toBe(10)
    await later('factorUser')
    expect(await outcome(pass(app.next()))).toBe('ok')
    expect(await dayPoints()).toBe(10)
  })

  test('lets its owner sign in by another method while the guesses of a day continue', async () => {
    for (let quarter = 0; quarter < 6; quarter += 1) {
      await guesses(12)
      await later('factorUser')
    }
    const refused = await pass(app.next()).catch((error) => error)
    expect(refused).toMatchObject({ code: '4029', message: expect.stringContaining('Use a recovery code') })
    // A recovery code is no number that can be guessed, so it is evaluated whatever has come before.
    expect(await outcome(pass(app.recoveryCodes[0] ?? ''))).toBe('ok')
    // The owner of the mailbox has proven more than the attacker.
    const owner = world.visitor({ ip: home })
    await owner.call(loginVerifyCode, { username: user.email })
    const code = await codeTo(user.email, 'to sign in')
    const byMail = { mode: 'code', username: user.email, verifyCode: code, plat: 'web' } as const
    const mailed = await ticketOf(owner.call(login, byMail))
    expect(await outcome(owner.call(passSecondFactor, { ticket: mailed, factorCode: app.next() }))).toBe('ok')
    // Sessions of the owner go on.
    const proof = { accountPassword: user.digest, factorCode: app.next() }
    expect(await outcome(user.call(prove, proof))).toBe('ok')
  })
})

describe('mailed codes', () => {
  const guess = (username: string, verifyCode: string, visitor = otherVisitor()) =>
    outcome(visitor.call(login, { mode: 'code', username, verifyCode, plat: 'web' }))

  test('guessed by strangers still work in networks that the account used before', async () => {
    const user = await world.user({ ip: home })
    const owner = world.visitor({ ip: home })
    await owner.call(loginVerifyCode, { username: user.email })
    const { code } = await world.letter(user.email)
    const other = code === '000000' ? '000001' : '000000'
    expect(tally(await Promise.all(Array.from({ length: 20 }, () => guess(user.email, other))))).toEqual({
      CODE_WRONG: 20,
    })
    expect(await guess(user.email, code)).toBe('CODE_WRONG')
    for (let tries = 0; tries < 4; tries += 1) expect(await guess(user.email, other, owner)).toBe('CODE_WRONG')
    expect(await guess(user.email, code, owner)).toBe('ok')
  })

  test("requested by strangers leave the owner's daily budget alone", async () => {
    const user = await world.user({ ip: home })
    const ask = (visitor = otherVisitor()) =>
      outcome(visitor.call(emailVerifyCode, { username: user.email, scene: 'reset' as const }))
    for (let hour = 0; hour < 3; hour += 1) {
      for (let mails = 0; mails < 6; mails += 1) {
        world.clock.advance(61)
        await ask()
      }
      await later('mailHour')
    }
    world.clock.advance(61)
    expect(await ask()).toBe('4029')
    const owner = world.visitor({ ip: home })
    expect(await outcome(owner.call(loginVerifyCode, { username: user.email }))).toBe('ok')
    expect(await guess(user.email, await codeTo(user.email, 'to sign in'), owner)).toBe('ok')
    // A session is the owner's, wherever it is.
    expect(await outcome(user.call(paymentVerifyCode, {}))).toBe('ok')
  })

  test("for unknown addresses spend nothing of the service's hourly budget", async () => {
    for (let mails = 0; mails < 5; mails += 1)
      await otherVisitor().call(loginVerifyCode, { username: `nobody${mails}@example.test` })
    expect(await world.query(`select * from rate_limits where key like 'mailAll:%'`)).toEqual([])
    await otherVisitor().call(emailVerifyCode, { username: 'new@example.test', scene: 'register' })
    expect(await world.query(`select * from rate_limits where key like 'mailAll:%'`)).toHaveLength(1)
  })
})

test('all devices of one household can be bound: only wrong codes count', async () => {
  const user = await world.user()
  const bind = async (code: string) =>
    (await world.post('/agent/bind', bindRequest(code), { 'x-forwarded-for': home })).body.code
  const codes: number[] = []
  for (let devices = 0; devices < 7; devices += 1) codes.push(await bind((await user.call(bindCode, {})).code))
  expect(codes).toEqual([0, 0, 0, 0, 0, 0, 0])
})

describe("the operator's sign-in", () => {
  let keys: OperatorKeys
  beforeEach(async () => {
    keys = await addOperator(world, `op${networks++}`)
  })
  const tryIn = (code: string) => {
    const { ip = '' } = otherVisitor().browser
    return new DeskBrowser(world.address, { 'x-forwarded-for': ip })
      .post('/sign-in', { name: keys.name, key: keys.key, code })
      .then(({ status }) => String(status))
  }
  const right = () => codeAt(keys.secret, world.clock.now())

  test('is evaluated five times of 55 at once, and its owner signs in after a quarter of an hour', async () => {
    const outcomes = await Promise.all(Array.from({ length: 55 }, () => tryIn('000000')))
    expect(tally(outcomes)).toEqual({ '401': 5, '429': 50 })
    await later('adminCode')
    expect(await tryIn(right())).toBe('303')
  })

  test('starts again with a new key when somebody else had the old one', async () => {
    for (let quarter = 0; quarter < 7; quarter += 1) {
      await Promise.all(Array.from({ length: 6 }, () => tryIn('000000')))
      await later('adminCode')
    }
    expect(await tryIn(right())).toBe('429')
    const program = createOperator(world, { PASSWORD_PEPPER: pepper })
    const { out } = await program(`operators new-secret ${keys.name} --yes --json`)
    keys = JSON.parse(out)
    expect(await tryIn(right())).toBe('303')
  })
})
