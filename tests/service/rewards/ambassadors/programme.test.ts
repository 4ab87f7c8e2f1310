import { afterAll, beforeAll, expect, test } from 'vitest'
import { ambassadorDevices, ambassadorInfo, ambassadorProfits, applyAsAmbassador } from '#lib/contract/ambassadors.ts'
import { earningList } from '#lib/contract/earning-list.ts'
import { messageList } from '#lib/contract/messages.ts'
import { releaseDue } from '#service/money/earnings/release.ts'
import { settle } from '#service/money/earnings/settle.ts'
import { evaluateAmbassadors } from '#service/rewards/ambassadors/evaluate-days.ts'
import type { Figures } from '#service/rewards/ambassadors/levels.ts'
import { rewardInvitations } from '#service/rewards/invitations/reward-invitations.ts'
import { addInvitee, type Invitee, runMorningJobs, workedDay } from '#world/invitees.ts'
import { createOperator, type Operator } from '#world/operator.ts'
import type { User } from '#world/visitor.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
let operate: Operator
beforeAll(async () => {
  world = await createWorld()
  operate = createOperator(world)
})
afterAll(() => world.close())

/** Figures that a handful of devices reach. */
const small: Figures = { two: 3, three: 5, promotion: 2, demotion: 2, keepDevices: 1, keepDays: 30 }

const day = (number: number): string => `2026-03-${String(number).padStart(2, '0')}`

/** A day of work of some devices, and the morning after it. */
async function pass(number: number, friends: readonly Invitee[], hours = 5): Promise<void> {
  for (const { deviceId } of friends) await workedDay(world, deviceId, { day: day(number), hours })
  await runMorningJobs(world, day(number + 1))
  await evaluateAmbassadors(world.running.ctx, small)
}

const info = async (user: User) => (await user.signIn()).call(ambassadorInfo, {})

test('an ambassador applies, rises, has a share of two invite levels, falls, and sees why', async () => {
  const user = await world.user()
  await expect(user.call(applyAsAmbassador, { contact: '@me' })).rejects.toMatchObject({ reason: 'TOO_FEW_FRIENDS' })
  const friends: Invitee[] = []
  for (let index = 0; index < 11; index += 1) friends.push(await addInvitee(world, user.info.id))
  const friend = friends[0] as Invitee
  const second = [await addInvitee(world, friend.id), await addInvitee(world, friend.id)]
  await pass(10, [...friends, ...second])
  expect(await info(user)).toMatchObject({ level: 0, validFriends: 11, canApply: true, next: null, keep: null })
  const reader = await user.signIn()
  await reader.call(applyAsAmbassador, { contact: 'chat: @me' })
  await expect(reader.call(applyAsAmbassador, { contact: '@me' })).rejects.toMatchObject({ reason: 'APPLICATION_OPEN' })
  expect((await operate('ambassadors')).out).toMatch(/asks.*11 valid friends; chat: @me/)
  expect(await operate(`ambassadors ${user.email} --approve --reason "Welcome."`)).toMatchObject({
    code: 0,
    questions: [expect.stringContaining('with 11 valid friends')],
  })
  expect((await operate(`ambassadors ${user.email} --approve`)).code).toBe(3)
  expect(await info(user)).toMatchObject({
    level: 1,
    since: day(11),
    canApply: false,
    application: { state: 'approved' },
  })

  // Two days with 11 devices over one level and 13 over two: Lv.2, and with them the days for Lv.3 as well.
  await pass(11, [...friends, ...second])
  expect(await info(user)).toMatchObject({ level: 1, lastDay: { day: day(11), direct: 11, bothTiers: 13 } })
  await pass(12, [...friends, ...second])
  expect(await info(user)).toMatchObject({ level: 2, levelSince: day(13) })
  await pass(13, [...friends, ...second])
  expect(await info(user)).toMatchObject({ level: 3, next: null })
  await pass(14, friends.slice(0, 2))
  expect(await info(user)).toMatchObject({ level: 3, below: { days: 1 } })
  await pass(15, friends.slice(0, 2))
  const { level, history } = await info(user)
  expect(level).toBe(2)
  expect(history.map(({ day, before, after, cause }) => [day, before, after, cause])).toEqual([
    [day(15), 3, 2, 'demoted'],
    [day(13), 2, 3, 'promoted'],
    [day(12), 1, 2, 'promoted'],
    [day(11), 0, 1, 'approved'],
  ])

  const { records, sums } = await (await user.signIn()).call(ambassadorProfits, { page: 1, size: 100 })
  const of = (number: number) => records.filter((record) => record.day === day(number))
  // 4.166665 ALEO a device and day of 5 * 10^12 hashes.
  expect(of(10)).toEqual([])
  expect(of(11)).toMatchObject([{ level: 1, tier: 1, base: '45.833315', percent: 2, amount: '0.916666' }])
  expect(of(13)).toMatchObject([
    { level: 2, tier: 1, percent: 3, amount: '1.374999' },
    { level: 2, tier: 2, base: '8.33333', percent: 1, amount: '0.083333' },
  ])
  expect(of(14)).toMatchObject([{ level: 3, tier: 1, base: '8.33333', percent: 5, amount: '0.416666' }])
  const shares = await (await user.signIn()).call(earningList, { page: 1, size: 100, type: 2 })
  expect(shares.total).toBe(records.length)
  expect(new Set(shares.records.map(({ source }) => source.kind === 'ambassador' && source.tier))).toEqual(
    new Set([1, 2]),
  )
  expect(sums).toEqual([{ currencyCode: 'ALEO', amount: '4.124996' }])
  // Invitees keep their full earnings.
  const [mined] = await world.query<{ amount: string }>(
    `select sum(amount)::text as amount from earnings where user_id = $1 and type = 'pc' and day = $2`,
    [friend.id, day(13)],
  )
  expect(mined).toEqual({ amount: '4166665' })
  const { days } = await (await user.signIn()).call(ambassadorDevices, { startDate: day(9), endDate: day(14) })
  expect(
    days.map(({ evaluated, level, direct, bothTiers, fresh }) => [evaluated, level, direct, bothTiers, fresh]),
  ).toEqual([
    [false, 0, 0, 0, 0],
    [true, 0, 11, 13, 11],
    [true, 1, 11, 13, 0],
    [true, 1, 11, 13, 0],
    [true, 2, 11, 13, 0],
    [true, 3, 2, 2, 0],
  ])
  expect((await (await user.signIn()).call(messageList, { page: 1 })).records.map(({ title }) => title)).toEqual(
    expect.arrayContaining([
      'You have reached Lv.3',
      "You're now an ambassador of Lv.2",
      "You're now an ambassador, Lv.1",
    ]),
  )
})

test('T16 a machine counts once; one without verified work does not count, nor a held invitation', async () => {
  const user = await world.user()
  const [idle, fair] = [await addInvitee(world, user.info.id), await addInvitee(world, user.info.id)]
  const held = await addInvitee(world, user.info.id, { machine: null })
  // The honest user binds its machine again, and both devices report.
  await world.query(
    `insert into devices (id, user_id, name, hardware, gpu_count, miner_version, token_hash, state, difficulty, last_sequence, bound_at, machine)
     select 'again', user_id, name, hardware, 0, '1', 'again', 'mining', 4096, 0, bound_at, machine from devices where id = $1`,
    [fair.deviceId],
  )
  await workedDay(world, idle.deviceId, { day: day(16), hours: 20, work: 0n })
  await pass(16, [fair, { ...fair, deviceId: 'again' }, held])
  expect((await info(user)).lastDay).toEqual({ day: day(16), direct: 1, bothTiers: 1 })
  const [counted] = await world.query<{ devices: number; fresh: number }>(
    'select devices, fresh from valid_devices where user_id = $1 and day = $2',
    [fair.id, day(16)],
  )
  expect(counted).toEqual({ devices: 1, fresh: 1 })
})

test('T16 a day is evaluated after its invitations were reviewed, so that held ones count on no day', async () => {
  const user = await world.user()
  const held = await addInvitee(world, user.info.id, { machine: null })
  await workedDay(world, held.deviceId, { day: day(17), hours: 5 })
  world.clock.set(`${day(18)}T05:00:00Z`)
  await releaseDue(world.running.ctx.db, { now: world.clock.now() })
  await settle(world.running.ctx)
  await evaluateAmbassadors(world.running.ctx, small)
  expect((await info(user)).lastDay).toEqual({ day: day(16), direct: 0, bothTiers: 0 })
  await rewardInvitations(world.running.ctx)
  await evaluateAmbassadors(world.running.ctx, small)
  expect((await info(user)).lastDay).toEqual({ day: day(17), direct: 0, bothTiers: 0 })
})

test('devices that are valid today already are counted over one and two invite levels', async () => {
  const user = await world.user()
  const friend = await addInvitee(world, user.info.id)
  const theirs = await addInvitee(world, friend.id)
  world.clock.set(`${day(18)}T12:00:00Z`)
  for (const { deviceId } of [friend, theirs]) {
    await workedDay(world, deviceId, { day: day(18), hours: 5 })
    await world.query('update devices set last_seen_at = $2 where id = $1', [deviceId, new Date(world.clock.now())])
  }
  expect((await info(user)).today).toEqual({ direct: 1, bothTiers: 2 })
})

test('nobody is approved without an application and the friends that it takes, unless the operator appoints them', async () => {
  const user = await world.user()
  const approve = () => operate(`ambassadors ${user.email} --approve`)
  expect(await approve()).toMatchObject({ code: 3, err: expect.stringContaining('no application') })
  const application = `insert into ambassador_applications (id, user_id, contact, friends, asked_at, state)
    values ('few', $1, '@me', 11, now(), 'open')`
  await world.query(application, [user.info.id])
  // The invitations were valid at the application, and were taken back since.
  expect(await approve()).toMatchObject({ code: 3, err: expect.stringContaining('not more than 10 valid friends') })
  expect(await info(user)).toMatchObject({ level: 0, application: { state: 'open' }, history: [] })
  expect(await operate(`ambassadors ${user.email} --appoint --reason "Runs our chat."`)).toMatchObject({
    code: 0,
    questions: [expect.stringContaining('with 0 valid friends')],
  })
  expect(await info(user)).toMatchObject({
    level: 1,
    application: { state: 'approved' },
    history: [{ before: 0, after: 1, cause: 'appointed', reason: 'Runs our chat.' }],
  })
  expect((await operate('audit')).out).toContain(`${user.email}: appoint: Runs our chat.`)
})

test('an operator refuses, revokes with a reason, and sets the shares of days to come', async () => {
  const user = await world.user()
  expect((await operate(`ambassadors ${user.email} --refuse --reason "x"`)).code).toBe(3)
  expect(await operate(`ambassadors ${user.email} --appoint`)).toMatchObject({ code: 0 })
  expect((await operate(`ambassadors ${user.email} --revoke`)).code).toBe(2)
  expect(
    (await operate(`ambassadors ${user.email} --revoke --reason "Promised people an income." --reason-zh "承诺收益。"`))
      .code,
  ).toBe(0)
  const { level, history } = await info(user)
  expect([level, history[0]?.cause]).toEqual([0, 'revoked'])
  expect(history[0]).toMatchObject({ reason: 'Promised people an income.', reasonZh: '承诺收益。' })
  expect((await operate('ambassador-shares 2 --direct 4.5 --from 2026-03-01')).code).toBe(3)
  expect((await operate('ambassador-shares 2 --direct 51')).code).toBe(2)
  expect((await operate('ambassador-shares 2 --direct 4.5')).code).toBe(0)
  expect((await info(user)).shares[1]).toEqual({ level: 2, direct: 4.5, second: 1 })
  expect((await operate('ambassador-shares')).out).toContain('4.5 %')
})
