import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptLegal, legalChanges } from '#lib/contract/agreement.ts'
import { exportData } from '#lib/contract/own-account.ts'
import { versionInForce } from '#world/legal.ts'
import type { User } from '#world/visitor.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const terms = versionInForce('terms')
const privacy = versionInForce('privacy')
const summaryOf = (file: string) => {
  const text = readFileSync(new URL(`../../../../src/content/legal/${file}.md`, import.meta.url), 'utf8')
  return /^summary: (.*)$/m.exec(text)?.[1]
}

/** A user of an account that was registered under other versions. */
async function userOf(agreed: { terms: string | null; privacy: string | null }): Promise<User> {
  const user = await world.user()
  await world.query('update users set terms_version = $1, privacy_version = $2 where id = $3', [
    agreed.terms,
    agreed.privacy,
    user.info.id,
  ])
  return user
}
const changesOf = async (user: User) => (await user.call(legalChanges, {})).list

test('a new account has agreed to the versions in force', async () => {
  expect(await changesOf(await world.user())).toEqual([])
})

test('names the versions since the accepted one, the newest first, with their summaries in both languages', async () => {
  const user = await userOf({ terms: '2026-11-22', privacy })
  const [change, ...others] = await changesOf(user)
  expect(others).toEqual([])
  expect(change).toMatchObject({ legal: 'terms', version: terms })
  expect(change?.versions.map(({ from }) => from)).toEqual([terms, '2026-11-25'])
  expect(change?.versions[0]).toEqual({ from: terms, summary: summaryOf('en/terms'), summaryZh: summaryOf('zh/terms') })
  expect(change?.versions[1]?.summaryZh).toBe(summaryOf('zh/terms/2026-11-25'))
})

test('an account that is older than the record is told of the versions in force alone', async () => {
  const list = await changesOf(await userOf({ terms: null, privacy: null }))
  expect(list.map(({ legal, versions }) => [legal, versions.length])).toEqual([
    ['terms', 1],
    ['privacy', 1],
  ])
})

test('an acceptance is kept with its time and version, once, and is in the export of its user', async () => {
  const user = await userOf({ terms: '2026-11-25', privacy: null })
  const accept = (legal: 'terms' | 'privacy', version: string) => user.call(acceptLegal, { legal, version })
  await accept('terms', terms)
  const at = new Date(world.clock.now()).toISOString()
  expect((await changesOf(user)).map(({ legal }) => legal)).toEqual(['privacy'])
  world.clock.advance(60)
  await accept('terms', terms)
  await accept('privacy', privacy)
  expect(await changesOf(user)).toEqual([])
  const { data } = await user.call(exportData, {})
  expect(data.legal_acceptances).toEqual([
    { legal: 'terms', version: terms, at },
    { legal: 'privacy', version: privacy, at: new Date(world.clock.now()).toISOString() },
  ])
  expect(data.account).toMatchObject([{ terms_version: '2026-11-25', privacy_version: null }])
})

test('accepting an earlier version does not stand for the one in force', async () => {
  const user = await userOf({ terms: '2026-11-21', privacy })
  await user.call(acceptLegal, { legal: 'terms', version: '2026-11-22' })
  const [change] = await changesOf(user)
  expect(change?.versions.map(({ from }) => from)).toEqual([terms, '2026-11-25'])
})

test('refuses a version that there is not', async () => {
  const user = await world.user()
  const accepted = user.call(acceptLegal, { legal: 'terms', version: '2099-01-01' })
  await expect(accepted).rejects.toMatchObject({ reason: 'LEGAL_VERSION_UNKNOWN' })
  await expect(world.visitor().call(legalChanges, {})).rejects.toThrow()
})
