import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  inviteCount,
  inviteList,
  inviteOrderList,
  inviteStatistics,
  refuseReminders,
  remindInvitee,
  shareH5,
} from '#lib/contract/invitations.ts'
import { refuseRemindersByMail } from '#lib/contract/reminders.ts'
import { ticketOf } from '#service/rewards/invitations/reminders.ts'
import { addInvitee } from '#world/invitees.ts'
import type { User } from '#world/visitor.ts'
import { createWorld, pepper, type World } from '#world/world.ts'

let world: World
let inviter: User
beforeAll(async () => {
  world = await createWorld()
  inviter = await world.user()
})
afterAll(() => world.close())

const idOf = async (of: User = inviter) => (await of.call(inviteList, { page: 1 })).records[0]?.id ?? ''
const inviterOf = (code: string) =>
  fetch(`${world.address}/api/inviter?code=${code}`).then((answer) => answer.json() as Promise<unknown>)

test('pages of five by state, newest first, each account once', async () => {
  const user = await world.user()
  for (let index = 0; index < 12; index += 1) {
    world.clock.advance(60)
    await addInvitee(world, user.info.id, { email: `page${index}@example.test`, bare: index % 3 === 0 })
  }
  const accounts = async (page: number, status: 'all' | 'pending' | 'success') =>
    (await user.call(inviteList, { page, status })).records.map(({ account }) => account)
  expect(await accounts(1, 'all')).toEqual(
    ['pa****11', 'pa****10', 'pa****e9', 'pa****e8', 'pa****e7'].map((local) => `${local}@example.test`),
  )
  expect((await accounts(3, 'all')).length).toBe(2)
  expect(await accounts(1, 'pending')).toHaveLength(4)
  expect((await user.call(inviteList, { page: 1, status: 'success' })).total).toBe(8)
  expect(await user.call(inviteCount, {})).toMatchObject({
    registered: 12,
    registeredThisWeek: 12,
    linked: 8,
    pending: 4,
  })
})

test('T42 no call shows an invitee or referrer other than masked, however short the name', async () => {
  const user = await world.user({ email: 'boss@example.test' })
  const short = await world.user({ email: 'abcd@example.test', inviteCode: user.info.inviteCode })
  const replies = [
    await user.call(inviteList, { page: 1 }),
    await user.call(inviteOrderList, { page: 1 }),
    await short.call(inviteCount, {}),
    await inviterOf(user.info.inviteCode),
  ]
  const text = JSON.stringify(replies)
  expect(text).not.toMatch(/abcd|bos/)
  expect(text).toContain('a***@example.test')
  expect(text).toContain('b***@example.test')
})

test('a code returns the masked name of its inviter, and null for an unknown code', async () => {
  const { inviteCode, link, title } = await inviter.call(shareH5, {})
  expect(inviteCode).toBe(inviter.info.inviteCode)
  expect(new URL(link).pathname).toBe('/invitation-kol/')
  expect(new URL(link).searchParams.get('inviteCode')).toBe(inviteCode)
  expect(title).not.toBe('')
  expect(await inviterOf(inviteCode.toLowerCase())).toEqual({ name: expect.stringMatching(/^us?\*\*\*$/) })
  for (const wrong of ['', 'NOBODY00', "a'--", 'x'.repeat(200)]) expect(await inviterOf(wrong)).toEqual({ name: null })
})

test('one referrer, set once at registration: nothing changes it, not even the database', async () => {
  const invitee = await world.user({ inviteCode: inviter.info.inviteCode })
  await expect(world.user({ inviteCode: 'NOBODY00' })).rejects.toMatchObject({ reason: 'INVITE_CODE_UNKNOWN' })
  const other = await world.user()
  await expect(
    world.query('update users set inviter_id = $2 where id = $1', [invitee.info.id, other.info.id]),
  ).rejects.toThrow('a referrer is set once')
  // A ring would need an older user who gets a referrer later.
  await expect(
    world.query('update users set inviter_id = $2 where id = $1', [inviter.info.id, invitee.info.id]),
  ).rejects.toThrow('a referrer is set once')
})

test('a reminder goes out once a week, in the language of the registration, and says what is missing', async () => {
  const user = await world.user()
  const email = 'slow.friend@example.test'
  await world.user({ email, inviteCode: user.info.inviteCode, lang: 'zh' })
  const id = await idOf(user)
  const { nextAt } = await user.call(remindInvitee, { id })
  expect(nextAt).toBe(Math.floor(world.clock.now() / 1000) + 7 * 86_400)
  const letter = await world.letter(email)
  expect(letter.subject).toMatch(/首台设备/)
  expect(letter.text).toContain('/zh/no-reminders/?ticket=')
  expect(letter.text).not.toContain(user.email)
  await expect(user.call(remindInvitee, { id })).rejects.toMatchObject({ reason: 'REMINDER_TOO_SOON' })
  expect((await user.call(inviteList, { page: 1 })).records[0]?.reminder).toEqual({ state: 'waiting', nextAt })
  world.clock.advance(7 * 86_400)
  expect((await (await user.signIn()).call(remindInvitee, { id })).nextAt).toBe(nextAt + 7 * 86_400)
})

test('an invitee refuses reminders for good, by the account or by the link of a mail', async () => {
  const user = await world.user()
  for (const channel of ['account', 'mail'] as const) {
    const invitee = await world.user({ inviteCode: user.info.inviteCode })
    const id = await idOf(user)
    if (channel === 'account') await invitee.call(refuseReminders, {})
    else await world.visitor().call(refuseRemindersByMail, { ticket: ticketOf(pepper, invitee.info.id) })
    await expect(user.call(remindInvitee, { id })).rejects.toMatchObject({ reason: 'REMINDERS_REFUSED' })
    world.clock.advance(60)
  }
  const forged = `${inviter.info.id}.${ticketOf(pepper, user.info.id).split('.')[1]}`
  await expect(world.visitor().call(refuseRemindersByMail, { ticket: forged })).rejects.toMatchObject({
    reason: 'TICKET_WRONG',
  })
})

test('H8 an invitation of another user is unknown', async () => {
  const owner = await world.user()
  await addInvitee(world, owner.info.id)
  const id = await idOf(owner)
  const stranger = await world.user()
  for (const one of [id, 'none']) {
    await expect(stranger.call(remindInvitee, { id: one })).rejects.toMatchObject({ reason: 'INVITATION_UNKNOWN' })
    await expect(stranger.call(inviteOrderList, { page: 1, id: one })).rejects.toMatchObject({
      reason: 'INVITATION_UNKNOWN',
    })
  }
  expect(await stranger.call(inviteList, { page: 1 })).toEqual({ records: [], total: 0 })
})

test('statistics refuse a range that is reversed or too long', async () => {
  const user = await world.user()
  await expect(user.call(inviteStatistics, { startDate: '2026-03-10', endDate: '2026-03-09' })).rejects.toMatchObject({
    reason: 'RANGE_REVERSED',
  })
  await expect(user.call(inviteStatistics, { startDate: '2026-03-01', endDate: '2026-03-20' })).rejects.toMatchObject({
    reason: 'RANGE_TOO_LONG',
  })
})
