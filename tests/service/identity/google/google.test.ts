import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loginVerifyCode, userInfo } from '#lib/contract/accounts.ts'
import { googleBegin, googleConnect, googleLink, googleLogin, googleState, googleUnlink } from '#lib/contract/google.ts'
import { passkeys, removePasskey } from '#lib/contract/passkeys.ts'
import { paymentPasswordState } from '#lib/contract/payment-password.ts'
import { securityEventList } from '#lib/contract/security.ts'
import { startProvider } from '#service/demo/provider.ts'
import { createGoogle } from '#service/identity/providers/google.ts'
import { checkSites } from '#service/programs/operate/check-sites.ts'
import { turnOnFactor } from '#world/factor.ts'
import { consentAs, createForged, type Forged } from '#world/google.ts'
import { versionInForce } from '#world/legal.ts'
import { savePasskey } from '#world/passkey.ts'
import type { Visitor } from '#world/visitor.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
let provider: Awaited<ReturnType<typeof startProvider>>
let forged: Forged
beforeAll(async () => {
  world = await createWorld()
  const isVerified = (email: string) => !email.startsWith('unverified')
  provider = await startProvider(`${world.running.ctx.config.origin}/google-auth`, { isVerified })
  forged = await createForged()
})
afterAll(async () => {
  await world.close()
  await Promise.all([provider.stop(), forged.stop()])
})

const real = () => {
  world.running.ctx.google = createGoogle(provider.settings)
}

/** An answer of the real provider for an address, not handed in yet. */
async function answerFor(email: string, visitor: Visitor = world.visitor()) {
  const { url, state } = await visitor.call(googleBegin, {})
  const answer = await consentAs(url, email)
  expect(answer.state).toBe(state)
  return answer
}
const enter = async (email: string, more: { inviteCode?: string } = {}) =>
  world.visitor().call(googleLogin, { ...(await answerFor(email)), plat: 'web', ...more })
const refusal = async (promise: Promise<unknown>) =>
  promise.then(
    () => ({ reason: undefined, data: {} as Record<string, string> }),
    (error: { reason: string; data: Record<string, string>; message: string }) => error,
  )

describe('by a real provider', () => {
  test('asks with PKCE, state and nonce, for openid, e-mail and profile', async () => {
    real()
    const { url } = await world.visitor().call(googleBegin, {})
    const query = Object.fromEntries(new URL(url).searchParams)
    expect(query).toMatchObject({ response_type: 'code', scope: 'openid email profile', code_challenge_method: 'S256' })
    expect(query.code_challenge).toMatch(/^[\w-]{43}$/)
    expect(query.state).toMatch(/^[\w-]{43}$/)
    expect(query.nonce).toMatch(/^[\w-]{43}$/)
    expect(query.nonce).not.toBe(query.state)
  })

  test('registers a new user, saves the invite code, and recognises the user later', async () => {
    real()
    const inviter = await world.user()
    const { token, userInfo: info } = await enter('new.one@example.test', { inviteCode: inviter.info.inviteCode })
    expect(info).toMatchObject({ username: 'new.one@example.test', name: 'new.one', setPaymentPassword: 0 })
    const kept = 'select inviter_id, terms_version, privacy_version from users where id = $1'
    const agreed = { terms_version: versionInForce('terms'), privacy_version: versionInForce('privacy') }
    expect(await world.query(kept, [info.id])).toEqual([{ inviter_id: inviter.info.id, ...agreed }])
    expect(await world.query('select lang from alert_settings where user_id = $1', [info.id])).toEqual([{ lang: 'en' }])
    expect((await enter('new.one@example.test')).userInfo.id).toBe(info.id)
    const { records } = await world.visitor({ token }).call(securityEventList, { page: 1 })
    expect(records.map(({ kind, detail }) => [kind, detail])).toContainEqual(['signed-in', 'google'])
    const unknown = { inviteCode: 'ZZZZZZZZ' }
    await expect(enter('new.two@example.test', unknown)).rejects.toMatchObject({ reason: 'INVITE_CODE_UNKNOWN' })
  })

  test('T31 links an address that has an account only after its mailbox is proven', async () => {
    real()
    const user = await world.user()
    const { reason, data } = await refusal(enter(user.email))
    expect([reason, data.username]).toEqual(['GOOGLE_LINK_NEEDED', user.email])
    const ticket = data.ticket ?? ''
    await expect(world.visitor().call(googleLink, { ticket, verifyCode: '000000' })).rejects.toMatchObject({
      reason: 'CODE_WRONG',
    })
    await world.visitor().call(loginVerifyCode, { username: user.email })
    const { code: verifyCode } = await world.letter(user.email)
    expect((await world.visitor().call(googleLink, { ticket, verifyCode })).userInfo.id).toBe(user.info.id)
    expect((await world.letter(user.email)).subject).toBe('Google account linked')
    expect((await enter(user.email)).userInfo.id).toBe(user.info.id)
  })

  test('has no password, which setting its payment password does not require either', async () => {
    real()
    const { token } = await enter('no.password@example.test')
    const states = [world.visitor({ token }), await world.user()].map((one) => one.call(paymentPasswordState, {}))
    expect(await Promise.all(states)).toMatchObject([{ hasPassword: false }, { hasPassword: true }])
  })

  test('requires the second factor as a password does', async () => {
    real()
    const { token, userInfo: info } = await enter('two.steps@example.test')
    const visitor = world.visitor({ token })
    await turnOnFactor(world, visitor)
    await expect(enter(info.username)).rejects.toMatchObject({ reason: 'FACTOR_NEEDED' })
  })

  test('refuses an address that the provider has not verified', async () => {
    real()
    await expect(enter('unverified@example.test')).rejects.toMatchObject({ reason: 'GOOGLE_MAIL_UNVERIFIED' })
  })

  test('accepts each answer once, with its own state, within its time', async () => {
    real()
    const answer = await answerFor('once@example.test')
    const login = (callback: { code: string; state: string }) =>
      world.visitor().call(googleLogin, { ...callback, plat: 'web' })
    const foreign = { ...answer, state: 'a'.repeat(43) }
    await expect(login(foreign)).rejects.toMatchObject({ reason: 'GOOGLE_STATE_UNKNOWN' })
    await login(answer)
    await expect(login(answer)).rejects.toMatchObject({ reason: 'GOOGLE_STATE_UNKNOWN' })
    // The code again, under a state that is fresh.
    const { state } = await world.visitor().call(googleBegin, {})
    await expect(login({ code: answer.code, state })).rejects.toMatchObject({ reason: 'GOOGLE_CODE_USED' })
    // A code of one sign-in under the state of another: its verifier does not fit.
    const [one, other] = [await answerFor('one@example.test'), await answerFor('other@example.test')]
    const mixed = login({ code: one.code, state: other.state })
    await expect(mixed).rejects.toMatchObject({ reason: 'GOOGLE_CODE_USED' })
    const late = await answerFor('late@example.test')
    world.clock.advance(600)
    await expect(login(late)).rejects.toMatchObject({ reason: 'GOOGLE_STATE_UNKNOWN' })
  })

  test('links and unlinks a signed-in user, one to one, and never removes the last sign-in method', async () => {
    real()
    const [user, other] = [await world.user(), await world.user()]
    const connect = async (one: Visitor, email: string) => one.call(googleConnect, await answerFor(email, one))
    await connect(user, 'mine@example.test')
    expect(await user.call(googleState, {})).toMatchObject({ isSetUp: true, linked: { label: 'mine@example.test' } })
    await expect(connect(other, 'mine@example.test')).rejects.toMatchObject({ reason: 'IDENTITY_TAKEN' })
    await expect(connect(user, 'second@example.test')).rejects.toMatchObject({ reason: 'IDENTITY_SET' })
    const theirs = await answerFor('third@example.test', other)
    await expect(user.call(googleConnect, theirs)).rejects.toMatchObject({ reason: 'GOOGLE_STATE_UNKNOWN' })
    await user.call(googleUnlink, {})
    expect(await user.call(googleState, {})).toMatchObject({ linked: null })
    const { token } = await enter('only.google@example.test')
    const only = world.visitor({ token })
    await expect(only.call(googleUnlink, {})).rejects.toMatchObject({ reason: 'LAST_WAY_IN' })
    expect(await only.call(googleState, {})).toMatchObject({ isLast: true })
    world.clock.advance(601)
    await expect(user.call(googleUnlink, {})).rejects.toMatchObject({ reason: 'PROVE_FIRST' })
    expect(await only.call(userInfo, {})).toMatchObject({ username: 'only.google@example.test' })
  })
})

test('operators see which flow signs in, and what has to be registered for it', async () => {
  const { config } = world.running.ctx
  const checkGoogle = async (more: Partial<typeof provider.settings>) => {
    const found = await checkSites({ ...config, google: { ...provider.settings, ...more } })
    return found.filter(({ of }) => of === 'Google').map(({ what, says, isFine }) => [what, says, isFine])
  }
  const redirect = ['redirect to register there', `${config.origin}/google-auth`, true]
  const signIn = ['sign-in', `${provider.settings.issuer} answers`, true]
  const { script } = provider.settings
  expect(await checkGoogle({})).toEqual([signIn, redirect, ['GOOGLE_MODE', 'code', true]])
  const origin = ['JavaScript origin to register there', config.origin, true]
  const byToken = ['GOOGLE_MODE', `token: ${script} answers`, true]
  expect(await checkGoogle({ mode: 'token' })).toEqual([signIn, redirect, byToken, origin])
  const gone = ['GOOGLE_MODE', 'token: http://127.0.0.1:1/gsi/client does not answer', false]
  expect(await checkGoogle({ mode: 'token', script: 'http://127.0.0.1:1/gsi/client' })).toContainEqual(gone)
})

test.each(['google', 'passkey'] as const)(
  'of a passkey and Google the %s goes, and what is left stays',
  async (removed) => {
    real()
    const { token } = await enter(`both.${removed}@example.test`)
    const user = world.visitor({ token })
    await savePasskey(user)
    const [passkey] = (await user.call(passkeys, {})).list
    const take = {
      google: () => user.call(googleUnlink, {}),
      passkey: () => user.call(removePasskey, { _id: passkey?._id ?? '' }),
    }
    const isLast = async () => [(await user.call(googleState, {})).isLast, (await user.call(passkeys, {})).isLast]
    expect(await isLast()).toEqual([false, false])
    await take[removed]()
    const remaining = removed === 'google' ? 'passkey' : 'google'
    expect(await isLast()).toEqual([remaining === 'google', remaining === 'passkey'])
    await expect(take[remaining]()).rejects.toMatchObject({ reason: 'LAST_WAY_IN' })
    await savePasskey(user, 'Another')
    expect(await isLast()).toEqual([false, false])
    await take[remaining]()
  },
)

test('of two sign-in methods that are removed at once one stays', async () => {
  real()
  const { token } = await enter('both.race@example.test')
  const user = world.visitor({ token })
  await savePasskey(user)
  const [passkey] = (await user.call(passkeys, {})).list
  const took = await Promise.allSettled([
    user.call(googleUnlink, {}),
    user.call(removePasskey, { _id: passkey?._id ?? '' }),
  ])
  expect(took.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a link to Google is no sign-in method where Google is not set up', async () => {
  real()
  const { token } = await enter('both.unset@example.test')
  const user = world.visitor({ token })
  await savePasskey(user)
  const { list } = await user.call(passkeys, {})
  world.running.ctx.google = undefined
  expect(await user.call(passkeys, {})).toMatchObject({ isLast: true })
  await expect(user.call(removePasskey, { _id: list[0]?._id ?? '' })).rejects.toMatchObject({ reason: 'LAST_WAY_IN' })
})

describe('by a false or failing provider', () => {
  const nonceOf = (url: string) => new URL(url).searchParams.get('nonce')
  async function enterForged(claims: Record<string, unknown>) {
    world.running.ctx.google = forged.google
    const { url, state } = await world.visitor().call(googleBegin, {})
    forged.say({ nonce: nonceOf(url), ...claims })
    return world.visitor().call(googleLogin, { code: 'any', state, plat: 'web' })
  }

  test('signs in by a valid answer, so that each change below is the only fault', async () => {
    expect((await enterForged({})).userInfo.username).toBe('forged@example.test')
  })

  test.each<[string, Record<string, unknown>]>([
    ['for another site', { aud: 'another-client' }],
    ['that has run out', { exp: Math.floor(Date.now() / 1000) - 600, iat: Math.floor(Date.now() / 1000) - 900 }],
    ['of another issuer', { iss: 'https://accounts.google.example' }],
    ['of another sign-in', { nonce: 'a'.repeat(43) }],
    ['without the nonce', { nonce: undefined }],
    ['about nobody', { sub: undefined }],
  ])('refuses an answer %s', async (_, claims) => {
    const { reason } = await refusal(enterForged(claims))
    expect(reason).toBe('GOOGLE_ANSWER_WRONG')
  })

  test.each([500, 'never'] as const)('reports that Google does not answer when it gives %s', async (how) => {
    world.running.ctx.google = forged.google
    const { state } = await world.visitor().call(googleBegin, {})
    forged.fail(how)
    const { reason } = await refusal(world.visitor().call(googleLogin, { code: 'any', state, plat: 'web' }))
    forged.fail()
    expect(reason).toBe('GOOGLE_UNAVAILABLE')
  })

  test('reports a provider that cannot be reached, and one that is not set up', async () => {
    const gone = await createForged()
    await gone.stop()
    world.running.ctx.google = gone.google
    await expect(world.visitor().call(googleBegin, {})).rejects.toMatchObject({ reason: 'GOOGLE_UNAVAILABLE' })
    world.running.ctx.google = undefined
    const { reason } = await refusal(world.visitor().call(googleBegin, {}))
    expect(reason).toBe('GOOGLE_NOT_SET_UP')
  })

  test('token mode accepts only tokens for this site', async () => {
    const byToken = await createForged('token')
    world.running.ctx.google = byToken.google
    const login = () => world.visitor().call(googleLogin, { accessToken: 'ya29.opaque', plat: 'web' })
    const right = { aud: 'idleforge-tests', sub: 'token', email: 'token@example.test', expires_in: '9' }
    const person = { email_verified: true, name: 'Tess Token' }
    byToken.token(right, person)
    expect((await login()).userInfo).toMatchObject({ username: 'token@example.test', name: 'Tess Token' })
    byToken.token(right, { ...person, sub: 'another' })
    await expect(login()).rejects.toMatchObject({ reason: 'GOOGLE_ANSWER_WRONG' })
    byToken.token({ ...right, aud: 'another-client' })
    await expect(login()).rejects.toMatchObject({ reason: 'GOOGLE_ANSWER_WRONG' })
    byToken.token({ ...right, expires_in: 0 })
    await expect(login()).rejects.toMatchObject({ reason: 'GOOGLE_ANSWER_WRONG' })
    byToken.fail(503)
    await expect(login()).rejects.toMatchObject({ reason: 'GOOGLE_UNAVAILABLE' })
    await byToken.stop()
  })
})
