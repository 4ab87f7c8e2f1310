import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inviteCount, inviteList, inviteOrderList, inviteStatistics } from '#lib/contract/invitations.ts'
import { messageList } from '#lib/contract/messages.ts'
import { settle } from '#service/money/earnings/settle.ts'
import { rewardInvitations } from '#service/rewards/invitations/reward-invitations.ts'
import { addInvitee, type Invitee, machineOf, runMorningJobs, workedDay } from '#world/invitees.ts'
import { createOperator } from '#world/operator.ts'
import type { User } from '#world/visitor.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(async () => {
  await world.close()
})

const points = async (user: { info: { id: string } }, source: string): Promise<string> => {
  const [row] = await world.query<{ sum: string }>(
    `select coalesce(sum(amount), 0)::text as sum from points where user_id = $1 and source = $2`,
    [user.info.id, source],
  )
  return row?.sum ?? ''
}

const listed = async (user: User, friend: Invitee) => {
  const { records } = await (await user.signIn()).call(inviteList, { page: 1, pageSize: 100 })
  const found = await world.query<{ id: string }>('select id from invitations where invitee_id = $1', [friend.id])
  return records.find(({ id }) => id === found[0]?.id)
}

test('an invitee goes from registered to 1,000 points and a share, and the list says what is missing', async () => {
  const inviter = await world.user({ ip: '198.51.100.7' })
  const invitee = await world.user({
    inviteCode: inviter.info.inviteCode,
    email: 'yolanda.m@example.test',
    ip: '203.0.113.9',
  })
  const registeredAt = Math.floor(world.clock.now() / 1000)
  const state = async () => {
    const { records } = await (await inviter.signIn()).call(inviteList, { page: 1 })
    const [{ account, state, active, checklist, reward, points } = {} as never] = records
    return [account, state, active, checklist.missing, reward.state, points]
  }
  expect(await state()).toEqual(['yo****.m@example.test', 'pending', false, 'device', 'open', 0])
  const device = await world.device(invitee, { machine: machineOf('of yolanda') })
  expect(await state()).toEqual(['yo****.m@example.test', 'success', false, 'hours', 'confirming', 0])
  const { records } = await (await inviter.signIn()).call(inviteList, { page: 1 })
  expect(records).toMatchObject([{ registeredAt, linkedAt: Math.floor(world.clock.now() / 1000) }])
  // Mined for four hours and no second more: not valid, but worth a share.
  await workedDay(world, device.id, { day: '2026-03-10', hours: 4, work: 10n ** 11n })
  await runMorningJobs(world, '2026-03-11')
  expect(await state()).toEqual(['yo****.m@example.test', 'success', true, 'hours', 'confirming', 4])
  await workedDay(world, device.id, { day: '2026-03-11', hours: 5, work: 999_999_999_999n })
  await runMorningJobs(world, '2026-03-12')
  // 499 points mined, 49.9 of them the inviter's.
  expect(await state()).toEqual(['yo****.m@example.test', 'success', true, null, 'paid', 1053])
  expect([await points(inviter, 'referral'), await points(inviter, 'referral-share')]).toEqual(['1000', '53'])
  const reader = await inviter.signIn()
  expect(await reader.call(inviteCount, {})).toMatchObject({
    registered: 1,
    linked: 1,
    pending: 0,
    active: 1,
    underReview: 0,
    points: 1053,
    lastDay: { day: '2026-03-11', points: 1049 },
    referrer: null,
  })
  expect(await reader.call(inviteOrderList, { page: 1 })).toMatchObject({
    records: [
      { day: '2026-03-11', source: 'referral', base: null, points: 1000, state: 'paid' },
      { day: '2026-03-11', source: 'share', base: 499, points: 49, state: 'paid' },
      { day: '2026-03-10', source: 'share', base: 40, points: 4, state: 'paid' },
    ],
    total: 3,
  })
  const { days } = await reader.call(inviteStatistics, { startDate: '2026-03-10', endDate: '2026-03-12' })
  expect(days).toEqual([
    { date: '2026-03-10', registered: 1, linked: 1, referral: 0, share: 4, settled: true },
    { date: '2026-03-11', registered: 0, linked: 0, referral: 1000, share: 49, settled: true },
    { date: '2026-03-12', registered: 0, linked: 0, referral: 0, share: 0, settled: false },
  ])
  expect((await reader.call(messageList, { page: 1 })).records.map(({ title }) => title)).toEqual([
    '1,000 points: yo****.m@example.test is mining',
  ])
  const seen = await (await invitee.signIn()).call(inviteCount, {})
  expect(seen.referrer).toMatchObject({ remindersRefused: false })
  expect(JSON.stringify(seen)).not.toContain(inviter.email)
})

test('A10 a day rewards once when it runs once, twice, and five times at once in small batches', async () => {
  const inviter = await world.user()
  const friends = []
  for (let index = 0; index < 12; index += 1) friends.push(await addInvitee(world, inviter.info.id))
  for (const [index, { deviceId }] of friends.entries())
    await workedDay(world, deviceId, { day: '2026-03-12', hours: 5, work: BigInt(index + 1) * 10n ** 10n })
  world.clock.set('2026-03-13T05:00:00Z')
  await settle(world.running.ctx)
  await world.warmUp()
  await Promise.all(Array.from({ length: 5 }, () => rewardInvitations(world.running.ctx, 5)))
  await rewardInvitations(world.running.ctx)
  expect(await points(inviter, 'referral')).toBe('12000')
  // 5 to 60 points each: 0, 1, 1, 2, 2 and so on, each cut by itself.
  const exact = friends.map((_, index) => 5 * (index + 1))
  expect(await points(inviter, 'referral-share')).toBe(
    String(exact.reduce((sum, one) => sum + Math.floor(one / 10), 0)),
  )
  const [counter] = await world.query<{ total: string; residue: string }>(
    `select total::text, (select balance::text from ledger_accounts
       where owner = 'platform' and coin = 'POINTS' and kind = 'residue') as residue from invitation_residue`,
  )
  // 0.9 of the test before, and six halves of these.
  expect(counter).toEqual({ total: '390', residue: '3' })
})

describe('T15 the review of invitations', () => {
  let inviter: User
  /** Held on the first day, while the invitee continues mining. */
  let same: Invitee
  const held = async (friend: Invitee) => {
    const one = await listed(inviter, friend)
    return [one?.reward.state, one?.reward.signs, one?.points, one?.heldPoints]
  }
  beforeAll(async () => {
    inviter = await world.user({ ip: '192.0.2.10' })
    await world.device(inviter, { machine: machineOf('of the inviter') })
  })

  test('the same machine in two accounts, a device without one, and a burst of equal browsers', async () => {
    const [hash] = await world.query<{ machine: string }>('select machine from devices where user_id = $1', [
      inviter.info.id,
    ])
    same = await addInvitee(world, inviter.info.id, { machine: hash?.machine ?? '' })
    const silent = await addInvitee(world, inviter.info.id, { machine: null })
    const burst = []
    for (let index = 0; index < 10; index += 1) burst.push(await addInvitee(world, inviter.info.id, { agent: 'bot' }))
    const fair = await addInvitee(world, inviter.info.id, { agent: 'another' })
    for (const { deviceId } of [same, silent, fair, ...burst])
      await workedDay(world, deviceId, { day: '2026-03-13', hours: 6 })
    await runMorningJobs(world, '2026-03-14')
    expect(await held(same)).toEqual(['review', ['machine'], 0, 1060])
    expect(await held(silent)).toEqual(['review', ['machine-unknown'], 0, 1060])
    expect(await held(burst[9] as Invitee)).toEqual(['review', ['burst'], 0, 1060])
    expect(await held(fair)).toEqual(['paid', [], 1060, 0])
    expect(await points(inviter, 'referral')).toBe('1000')
  })

  test('a network that inviter and invitee share, by registration or device, and no private one', async () => {
    const near = await world.user({ inviteCode: inviter.info.inviteCode, ip: '192.0.2.200' })
    const far = await world.user({ inviteCode: inviter.info.inviteCode, ip: '203.0.113.77' })
    for (const user of [near, far]) {
      const device = await world.device(user, { machine: machineOf(user.email) })
      await workedDay(world, device.id, { day: '2026-03-14', hours: 5 })
    }
    await workedDay(world, same.deviceId, { day: '2026-03-14', hours: 5 })
    const shares = Number(await points(inviter, 'referral-share'))
    await runMorningJobs(world, '2026-03-15')
    expect(await held(same), 'what is held stays so, whatever comes later').toEqual(['review', ['machine'], 0, 1110])
    expect(Number(await points(inviter, 'referral-share'))).toBe(shares + 50)
    const of = (user: User) => held({ id: user.info.id, email: user.email, deviceId: '' })
    expect(await of(near)).toEqual(['review', ['network'], 0, 1050])
    expect(await of(far)).toEqual(['paid', [], 1050, 0])
  })

  test('more than 50 a day', async () => {
    const busy = await world.user()
    for (let index = 0; index < 52; index += 1) {
      const { deviceId } = await addInvitee(world, busy.info.id)
      await workedDay(world, deviceId, { day: '2026-03-15', hours: 5 })
    }
    await runMorningJobs(world, '2026-03-16')
    expect(await points(busy, 'referral')).toBe('50000')
    expect(await (await busy.signIn()).call(inviteCount, {})).toMatchObject({ underReview: 2, active: 52 })
  })

  test('an operator accepts, refuses and claws back, each once, and the inviter gets the reason', async () => {
    const operate = createOperator(world)
    const friend = async (machine: string | null) => {
      const one = await addInvitee(world, inviter.info.id, { machine })
      await workedDay(world, one.deviceId, { day: '2026-03-16', hours: 5 })
      return one
    }
    const [good, bad, late] = [await friend(null), await friend(null), await friend('machine of late')]
    await runMorningJobs(world, '2026-03-17')
    const idOf = async ({ id }: Invitee) =>
      (await world.query<{ id: string }>('select id from invitations where invitee_id = $1', [id]))[0]?.id ?? ''
    const before = Number(await points(inviter, 'referral'))
    expect((await operate('invitations')).out).toContain("PC doesn't report which machine it is")
    expect((await operate(`invitations ${await idOf(good)} --accept`)).code).toBe(0)
    expect((await operate(`invitations ${await idOf(good)} --accept`)).code).toBe(3)
    expect((await operate(`invitations ${await idOf(bad)} --refuse`)).code).toBe(2)
    expect((await operate(`invitations ${await idOf(bad)} --refuse --reason "Ten accounts of one person."`)).code).toBe(
      0,
    )
    expect((await operate(`invitations ${await idOf(late)} --claw-back --reason "Bought accounts."`)).code).toBe(0)
    expect((await operate(`invitations ${await idOf(late)} --claw-back --reason "Bought accounts."`)).code).toBe(3)
    expect(await held(good)).toEqual(['paid', [], 1050, 0])
    expect(await held(bad)).toEqual(['refused', [], 0, 0])
    expect(await held(late)).toEqual(['reversed', [], 0, 0])
    expect(Number(await points(inviter, 'referral'))).toBe(before)
    for (const { deviceId } of [good, bad, late]) await workedDay(world, deviceId, { day: '2026-03-17', hours: 5 })
    await runMorningJobs(world, '2026-03-18')
    expect(await held(good)).toEqual(['paid', [], 1100, 0])
    expect(await held(bad)).toEqual(['refused', [], 0, 0])
    expect(await held(late)).toEqual(['reversed', [], 0, 0])
    const { records } = await (await inviter.signIn()).call(messageList, { page: 1 })
    expect(records.map(({ content }) => content).join()).toContain('Ten accounts of one person.')
    expect((await operate('audit')).out).toContain('claw-back')
  })

  test('an invitation that has given a share is evaluated again when it is earned', async () => {
    const friend = await addInvitee(world, inviter.info.id)
    await workedDay(world, friend.deviceId, { day: '2026-03-18', hours: 1 })
    await runMorningJobs(world, '2026-03-19')
    expect(await held(friend)).toEqual(['confirming', [], 10, 0])
    // No reasons so far; the day that earns the 1,000 points is mined on another user's machine.
    await world.query(
      `insert into devices (id, user_id, name, hardware, gpu_count, miner_version, token_hash, state, difficulty, last_sequence, bound_at, machine)
       select 'borrowed', $1, 'PC', 'CPU', 0, '1.0.0', 'borrowed', 'mining', 4096, 0, bound_at, machine from devices where user_id = $2`,
      [friend.id, inviter.info.id],
    )
    await workedDay(world, 'borrowed', { day: '2026-03-19', hours: 5 })
    await runMorningJobs(world, '2026-03-20')
    expect(await held(friend)).toEqual(['review', ['machine'], 10, 1050])
    // Shares paid before the review are taken back with it.
    const operate = createOperator(world)
    const [{ id } = { id: '' }] = await world.query<{ id: string }>(
      'select id from invitations where invitee_id = $1',
      [friend.id],
    )
    for (const act of ['refuse', 'claw-back'])
      expect((await operate(`invitations ${id} --${act} --reason "One person."`)).code).toBe(0)
    expect(await held(friend)).toEqual(['reversed', [], 0, 0])
  })

  test('the days add up to the rewards of invitations, less what was taken back on a day', async () => {
    const reader = await inviter.signIn()
    const { days } = await reader.call(inviteStatistics, { startDate: '2026-03-08', endDate: '2026-03-20' })
    const sum = days.reduce((all, { referral, share }) => all + referral + share, 0)
    const counts = await reader.call(inviteCount, {})
    expect(sum).toBe(counts.points)
    // On the day of a claw-back less was credited than taken back.
    expect(days.filter(({ referral, share }) => referral < 0 || share < 0)).not.toEqual([])
  })
})
