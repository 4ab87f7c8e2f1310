import { afterAll, beforeAll, expect, test } from 'vitest'
import { userInfo } from '#lib/contract/accounts.ts'
import { beginPasskeyLogin, passkeyLogin } from '#lib/contract/passkey-login.ts'
import { addPasskey, beginPasskey, passkeys, removePasskey, renamePasskey } from '#lib/contract/passkeys.ts'
import { securityEventList } from '#lib/contract/security.ts'
import { turnOnFactor } from '#world/factor.ts'
import { challengeOf, createPasskey, savePasskey, signInWith, type Tampering } from '#world/passkey.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const wrong = { reason: 'PASSKEY_WRONG' }

test('signs in without an address and without the second factor, since it has verified its user', async () => {
  const user = await world.user()
  await turnOnFactor(world, user)
  const passkey = await savePasskey(user)
  const { token } = await signInWith(world.visitor(), passkey)
  expect(await world.visitor({ token }).call(userInfo, {})).toMatchObject({ username: user.email })
  const { list } = await user.call(passkeys, {})
  expect(list).toMatchObject([{ name: 'My laptop', lastUsedAt: world.clock.now() / 1000, synced: false }])
  const { records } = await user.call(securityEventList, { page: 1 })
  expect(records.find(({ kind }) => kind === 'signed-in')).toMatchObject({ detail: 'passkey' })
  expect(records.find(({ kind }) => kind === 'passkey-added')).toMatchObject({ detail: 'My laptop' })
})

test('mails when one is added, renamed and removed, and a removed one does not sign in', async () => {
  const user = await world.user()
  const passkey = await savePasskey(user)
  expect((await world.letter(user.email)).subject).toBe('A new passkey in your Idleforge account')
  const [row] = (await user.call(passkeys, {})).list
  const _id = row?._id ?? ''
  expect(await user.call(renamePasskey, { _id, name: 'Phone' })).toMatchObject({ name: 'Phone' })
  expect((await world.letter(user.email)).subject).toBe('A passkey was renamed')
  await user.call(removePasskey, { _id })
  expect((await world.letter(user.email)).subject).toBe('A passkey was removed from your account')
  await expect(signInWith(world.visitor(), passkey)).rejects.toMatchObject(wrong)
})

test('are added and removed only by a proven session', async () => {
  const user = await world.user()
  await savePasskey(user)
  const [row] = (await user.call(passkeys, {})).list
  world.clock.advance(601)
  await expect(user.call(beginPasskey, {})).rejects.toMatchObject({ reason: 'PROVE_FIRST' })
  await expect(user.call(removePasskey, { _id: row?._id ?? '' })).rejects.toMatchObject({ reason: 'PROVE_FIRST' })
})

test('passkeys of another account are unknown', async () => {
  const [one, other] = [await world.user(), await world.user()]
  const passkey = await savePasskey(one)
  const [row] = (await one.call(passkeys, {})).list
  const _id = row?._id ?? ''
  await expect(other.call(renamePasskey, { _id, name: 'Mine' })).rejects.toMatchObject({ reason: 'PASSKEY_UNKNOWN' })
  await expect(other.call(removePasskey, { _id })).rejects.toMatchObject({ reason: 'PASSKEY_UNKNOWN' })
  await expect(savePasskey(other, 'Mine', passkey)).rejects.toMatchObject({ reason: 'PASSKEY_EXISTS' })
})

test.each<[string, Tampering]>([
  ['made for another site', { origin: 'https://idleforge.example.evil' }],
  ['of another relying party', { party: 'evil.example' }],
  ['with a challenge of its own', { challenge: 'a'.repeat(43) }],
  ['made as a registration', { type: 'webauthn.create' }],
  ['that has not verified its user', { flags: 1 }],
  ['whose counter goes back', { counter: 1 }],
])('refuses an answer %s', async (_, tampering) => {
  const user = await world.user()
  const passkey = await savePasskey(user)
  await signInWith(world.visitor(), passkey)
  await expect(signInWith(world.visitor(), passkey, tampering)).rejects.toMatchObject(wrong)
})

test('refuses an answer that is repeated, late, or signed by another key', async () => {
  const user = await world.user()
  const passkey = await savePasskey(user)
  const visitor = world.visitor()
  const challenge = challengeOf(await visitor.call(beginPasskeyLogin, {}))
  const credential = passkey.used(challenge)
  await visitor.call(passkeyLogin, { credential })
  await expect(visitor.call(passkeyLogin, { credential })).rejects.toMatchObject(wrong)
  await expect(signInWith(visitor, createPasskey(passkey.id))).rejects.toMatchObject(wrong)
  const late = challengeOf(await visitor.call(beginPasskeyLogin, {}))
  world.clock.advance(300)
  await expect(visitor.call(passkeyLogin, { credential: passkey.used(late) })).rejects.toMatchObject(wrong)
})

test('a challenge belongs to the account that asked for it', async () => {
  const [one, other] = [await world.user(), await world.user()]
  const challenge = challengeOf(await one.call(beginPasskey, {}))
  const credential = createPasskey().made(challenge)
  await expect(other.call(addPasskey, { name: 'Mine', credential })).rejects.toMatchObject(wrong)
})

test('an account has twenty at most', async () => {
  const user = await world.user()
  await world.query(
    `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name, synced, created_at)
     select 'many' || n, $1, 'many' || n, '', 0, '{}', 'Key', false, now() from generate_series(1, 20) as n`,
    [user.info.id],
  )
  await expect(user.call(beginPasskey, {})).rejects.toMatchObject({ reason: 'TOO_MANY_PASSKEYS' })
})
