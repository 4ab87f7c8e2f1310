import { createPublicKey, verify as verifySignature } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { codes } from '#lib/contract/endpoint.ts'
import { closeAccount } from '#lib/contract/own-account.ts'
import { type ProofFile, proofBranch, type SignedStatement } from '#lib/contract/proofs.ts'
import { BRANCH_DAYS, parseStatement } from '#lib/rules/proofs.ts'
import { dayAfter, dayAt } from '#lib/time/days.ts'
import { closeDueAccounts } from '#service/identity/own-account/close-account.ts'
import { CLOSED } from '#service/identity/users/queries.ts'
import { settle } from '#service/money/earnings/settle.ts'
import { leafHash, parentOf, statementHash } from '#service/money/proofs/hashes.ts'
import { publishDue } from '#service/money/proofs/jobs.ts'
import { force } from '#world/force.ts'
import { fundUser } from '#world/funds.ts'
import type { User } from '#world/visitor.ts'
import { createWorld, type World } from '#world/world.ts'

const DAY_SECONDS = 86_400
/** 05:00 UTC, after the settlement of the day before. */
const MORNING_SECONDS = 5 * 3600

let world: World
let user: User
let other: User
beforeEach(async () => {
  world = await createWorld({ settings: { ALARM_EMAIL: 'alarms@idleforge.example' }, checks: [] })
  user = await world.user()
  other = await world.user()
  await fundUser(world, user, { ALEO: '50.25', USDT: '3' })
  await fundUser(world, other, { ALEO: '7' })
  await toMorning()
})
afterEach(() => world.close())

async function toMorning(): Promise<void> {
  const now = world.clock.now() / 1000
  world.clock.advance(DAY_SECONDS - (now % DAY_SECONDS) + MORNING_SECONDS)
  await settle(world.running.ctx)
}
const publish = () => publishDue(world.running.ctx)
const yesterday = () => dayAfter(dayAt(world.clock.now()), -1)
const signedIn = (one: User) => one.signIn()

async function published(before = ''): Promise<{ days: SignedStatement[]; hasMore: boolean }> {
  const response = await fetch(`${world.address}/api/proofs${before && `?before=${before}`}`)
  expect(response.status).toBe(200)
  return (await response.json()) as { days: SignedStatement[]; hasMore: boolean }
}
const newest = async () => {
  const [first] = (await published()).days
  const facts = parseStatement(first?.statement ?? '')
  if (!first || !facts) throw new Error('no statement')
  return { ...first, facts }
}

/** The root that a branch leads to. */
function rootOf(file: ProofFile, asset: string) {
  const branch = file.branches.find((one) => one.asset === asset)
  if (!branch) throw new Error(`no ${asset}`)
  const { day = '' } = parseStatement(file.statement) ?? {}
  const units = BigInt(branch.units)
  const leaf = { hash: leafHash({ ...branch, day, units, account: file.account }), units }
  return branch.siblings.reduce((node, { hash, units: sum }, level) => {
    const sibling = { hash, units: BigInt(sum) }
    return (branch.position >> level) % 2 === 0 ? parentOf(node, sibling) : parentOf(sibling, node)
  }, leaf)
}

test('publishes what the ledger owes, signed, with its head, and each user has a branch', async () => {
  await publish()
  const { facts, statement, signature, key } = await newest()
  const [head] = await world.query<{ sequence: string; hash: string }>('select sequence, hash from ledger_head')
  expect(facts).toMatchObject({ day: yesterday(), head: { sequence: BigInt(head?.sequence ?? 0), hash: head?.hash } })
  expect(facts.assets.map(({ asset, units }) => [asset, units])).toEqual([
    ['ALEO', 57_250_000n],
    ['USDT', 3_000_000n],
  ])
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(key, 'hex')])
  const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' })
  expect(verifySignature(null, Buffer.from(statement), publicKey, Buffer.from(signature, 'hex'))).toBe(true)
  for (const [one, units] of [
    [user, '50250000'],
    [other, '7000000'],
  ] as const) {
    const file = await (await signedIn(one)).call(proofBranch, {})
    expect(file).toMatchObject({ statement, signature, key, account: one.info.username })
    expect(file.branches[0]).toMatchObject({ asset: 'ALEO', units, parts: { available: units, frozen: '0' } })
    const { root, units: sum, depth } = facts.assets[0] ?? {}
    expect(file.branches[0]?.siblings).toHaveLength(depth ?? 0)
    expect(rootOf(file, 'ALEO')).toEqual({ hash: root, units: sum })
  }
})

test('publishes a day once, and each statement names the one before', async () => {
  await publish()
  await publish()
  const first = await newest()
  expect((await published()).days).toHaveLength(1)
  expect(first.facts.previous).toBe('0'.repeat(64))
  await toMorning()
  await Promise.all([publish(), publish()])
  const second = await newest()
  expect((await published()).days).toHaveLength(2)
  expect(second.facts.day).toBe(yesterday())
  expect(second.facts.previous).toBe(statementHash(first.statement))
  expect(second.facts.assets[0]?.root).not.toBe(first.facts.assets[0]?.root)
  expect((await published(second.facts.day)).days).toEqual([
    { statement: first.statement, signature: first.signature, key: first.key },
  ])
})

test('publishes a day when it is settled, and not before', async () => {
  const device = await world.device(await signedIn(user))
  await device.mine(1)
  world.clock.advance(DAY_SECONDS)
  await publish()
  expect((await published()).days).toEqual([])
  await settle(world.running.ctx)
  await publish()
  expect((await newest()).facts.day).toBe(yesterday())
})

test('gives a user without a balance a file without branches, and refuses a day that has no proof', async () => {
  const late = await world.user()
  await expect(late.call(proofBranch, {})).rejects.toMatchObject({ reason: 'PROOF_UNKNOWN' })
  await publish()
  const file = await late.call(proofBranch, { day: yesterday() })
  expect(file).toMatchObject({ account: late.info.username, branches: [] })
  await expect(late.call(proofBranch, { day: dayAfter(yesterday(), -1) })).rejects.toMatchObject({
    reason: 'PROOF_UNKNOWN',
  })
  const impossible = { q: await world.sealed({ day: '2026-02-31' }) }
  expect((await world.post('/api/proofs/branch', impossible, { token: late.token })).body.code).toBe(codes.invalidInput)
})

test.each(["o'brien+pc@idleforge.example", 'josé@xn--bcher-kva.example'])('gives %s a file', async (email) => {
  const one = await world.user({ email })
  await fundUser(world, one, { ALEO: '2' })
  await toMorning()
  await publish()
  const file = await (await signedIn(one)).call(proofBranch, {})
  expect(file.account).toBe(email)
  expect(rootOf(file, 'ALEO').hash).toBe((await newest()).facts.assets.find(({ asset }) => asset === 'ALEO')?.root)
})

test('keeps branches for a month and statements for good', async () => {
  await publish()
  const first = yesterday()
  world.clock.advance((BRANCH_DAYS - 1) * DAY_SECONDS)
  await toMorning()
  await publish()
  const again = await signedIn(user)
  await expect(again.call(proofBranch, { day: first })).rejects.toMatchObject({ reason: 'PROOF_UNKNOWN' })
  expect((await again.call(proofBranch, { day: yesterday() })).branches).toHaveLength(2)
  expect((await published()).days).toHaveLength(2)
})

const wrongs: Readonly<Record<string, (id: string) => string>> = {
  'a lowered balance': (id) =>
    `update ledger_accounts set balance = balance - 1 where owner = '${id}' and coin = 'ALEO' and kind = 'available'`,
  'a user who is left out': (id) =>
    `delete from ledger_accounts where owner = '${id}' and coin = 'ALEO' and kind = 'available'`,
  'a balance below zero': (id) =>
    `
    alter table ledger_accounts drop constraint ledger_accounts_check;
    update ledger_accounts set balance = -balance where owner = '${id}' and coin = 'ALEO'`,
  'a balance that moved to the platform': (id) => `with gone as (
      update ledger_accounts set balance = 0 where owner = '${id}' and coin = 'ALEO' and kind = 'available' returning 50250000 as was)
    update ledger_accounts set balance = balance + was from gone where owner = 'platform' and coin = 'ALEO' and kind = 'mint'`,
  'a head that is not the last transfer': () => `update ledger_head set hash = repeat('0', 64)`,
  'an account of no user': (id) =>
    `update ledger_accounts set owner = 'nobody' where owner = '${id}' and coin = 'ALEO'`,
}
for (const [what, statement] of Object.entries(wrongs))
  test(`publishes nothing over ${what}, and alarms the operator`, async () => {
    await force(world, statement(user.info.id))
    await publish()
    expect((await published()).days).toEqual([])
    const { subject } = await world.letter('alarms@idleforge.example')
    expect(subject).toBe(`Alarm: the balances of ${yesterday()} could not be proven`)
  })

describe('an account that is closed while its balances are proven leaves no address behind', () => {
  const ownersOfLeaves = async () =>
    (await world.query<{ user_id: string }>('select distinct user_id from proof_leaves')).map((row) => row.user_id)
  const waiting = async () =>
    (await world.query("select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"))
      .length
  let leaving: User
  let session: pg.Client
  beforeEach(async () => {
    leaving = await world.user()
    await leaving.call(closeAccount, {})
    // Too little to be withdrawn, so that it does not keep the account open.
    await fundUser(world, leaving, { ALEO: '0.1' })
    world.clock.advance(14 * DAY_SECONDS)
    await toMorning()
    session = new pg.Client(world.databaseUrl)
    await session.connect()
    await session.query('begin')
  })
  afterEach(() => session.end())

  test('where the proof is first', async () => {
    await session.query('lock table proof_levels in access exclusive mode')
    const proof = publish()
    await expect.poll(waiting).toBe(1)
    const closing = closeDueAccounts(world.running.ctx)
    await expect.poll(waiting).toBe(2)
    await session.query('commit')
    await Promise.all([proof, closing])
    expect(await world.query('select from account_closings where closed_at is not null')).toHaveLength(1)
    expect((await ownersOfLeaves()).sort()).toEqual([user.info.id, other.info.id].sort())
  })

  test('where the account is first, after the balances were read', async () => {
    // The steps of a closing that matter here, in a transaction that can be held.
    await session.query('lock table proof_days in share mode')
    const proof = publish()
    await expect.poll(waiting).toBe(1)
    await session.query(`update users set username = lower(id) || '${CLOSED}' where id = '${leaving.info.id}'`)
    await session.query('commit')
    await proof
    expect((await ownersOfLeaves()).sort()).toEqual([user.info.id, other.info.id].sort())
  })
})
