import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  addReport,
  followUpReport,
  markAllReportsRead,
  markReportRead,
  reportList,
  reportPicture,
} from '#lib/contract/feedback.ts'
import { messageList } from '#lib/contract/messages.ts'
import { unreadMessages } from '#lib/contract/unread.ts'
import { queueAnswerLetters } from '#service/messaging/feedback/answers.ts'
import { createOperator, type Operator } from '#world/operator.ts'
import { payloads } from '#world/payloads.ts'
import { pictureOf, sentPicture } from '#world/pictures.ts'
import type { User } from '#world/visitor.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
let user: User
let operate: Operator

beforeAll(async () => {
  world = await createWorld()
  operate = createOperator(world)
})
beforeEach(async () => {
  user = await world.user()
})
afterAll(() => world.close())

const words = { category: 'earnings', content: 'The chart shows 13 days.\nIt should show 14.' } as const
const report = (parts: object = {}, of = user) => of.call(addReport, { ...words, requestId: randomUUID(), ...parts })
const list = async (of = user) => (await of.call(reportList, {})).records
const DAY = 86_400
/** Goes so many days on, and signs in again: a session that nobody uses ends. */
async function days(count: number, less = 0): Promise<void> {
  world.clock.advance(count * DAY - less)
  user.browser.token = (await user.signIn()).reply.token
}

test('goes from submitted to replied to closed, with a follow-up in between', async () => {
  const { _id: id } = await report({ browser: 'Chrome 141', clientVersion: '0.1.0', contact: 'me@example.test' })
  expect(await list()).toMatchObject([
    {
      ...words,
      ...{ time: Math.floor(world.clock.now() / 1000), status: 'Submitted', result: null },
      ...{ isRead: true, openUntil: null },
    },
  ])
  await expect(user.call(followUpReport, { id, content: 'More', requestId: randomUUID() })).rejects.toMatchObject({
    reason: 'REPORT_WAITS',
  })
  world.clock.advance(60)
  expect((await operate(`reports ${id} --answer "Fixed in **2.8.1**."`)).code).toBe(0)
  expect(await list()).toMatchObject([{ status: 'Replied', result: 'Fixed in **2.8.1**.', isRead: false }])
  expect(await user.call(unreadMessages, {})).toMatchObject({ total: 1, feedback: 1 })
  await days(6)
  const again = await user.call(followUpReport, { id, content: 'Still 13.', requestId: randomUUID() })
  expect([again.status, again.isRead, again.words.map(({ from }) => from)]).toEqual([
    'Submitted',
    true,
    ['user', 'operator', 'user'],
  ])
  await operate(`reports ${id} --answer "Now it is." --yes`)
  await days(7, 1)
  const [open] = await list()
  expect([open?.status, open?.openUntil]).toEqual(['Replied', Math.floor(world.clock.now() / 1000) + 1])
  world.clock.advance(1)
  expect(await list()).toMatchObject([{ status: 'Closed', result: 'Now it is.' }])
  await expect(user.call(followUpReport, { id, content: 'More', requestId: randomUUID() })).rejects.toMatchObject({
    reason: 'REPORT_CLOSED',
  })
  expect((await operate(`reports ${id} --answer "Late."`)).err).toContain('is closed')
})

test('notifies of an answer by a message and one letter, in the language of the report', async () => {
  // Those of other tests.
  await queueAnswerLetters(world.running.ctx)
  const reader = await user.signIn({ lang: 'zh' })
  const { _id: id } = await reader.call(addReport, { ...words, requestId: randomUUID() })
  await operate(`reports ${id} --answer "A reply" --yes`)
  const [message] = (await user.call(messageList, { page: 1, category: 'feedback' })).records
  expect(message).toMatchObject({ title: "We've replied to your report", href: `/messages?report=${id}` })
  const before = await world.queuedLetters()
  await Promise.all([queueAnswerLetters(world.running.ctx), queueAnswerLetters(world.running.ctx)])
  await queueAnswerLetters(world.running.ctx)
  expect(await world.queuedLetters()).toBe(before + 1)
})

test('marks the answers of one report as read, and of all', async () => {
  const ids = [
    (await report())._id,
    (await report({ category: 'site' }))._id,
    (await report({ category: 'other' }))._id,
  ]
  for (const id of ids) await operate(`reports ${id} --answer Yes --yes`)
  expect(await user.call(markReportRead, { id: ids[0] as string })).toEqual({ read: 1 })
  expect(await user.call(markReportRead, { id: ids[0] as string })).toEqual({ read: 0 })
  expect((await list()).filter(({ isRead }) => !isRead).length).toBe(2)
  expect(await user.call(markAllReportsRead, {})).toEqual({ read: 2 })
  expect((await user.call(unreadMessages, {})).feedback).toBe(0)
})

test('sent twice it is one, and another text under the same id is refused', async () => {
  const requestId = randomUUID()
  const sent = await Promise.all(Array.from({ length: 5 }, () => report({ requestId })))
  expect(new Set(sent.map(({ _id }) => _id)).size).toBe(1)
  await expect(report({ requestId, content: 'Other' })).rejects.toMatchObject({ reason: 'REQUEST_REUSED' })
  const id = sent[0]?._id as string
  expect(await operate(`reports ${id} --answer Yes --yes`)).toMatchObject({ code: 0 })
  const again = { id, content: 'And?', requestId }
  const two = await Promise.all([user.call(followUpReport, again), user.call(followUpReport, again)])
  expect(two.map((one) => one.words.length)).toEqual([3, 3])
  expect((await list()).length).toBe(1)
})

test('shows its pictures to its owner, and to an operator', async () => {
  const ids = [
    await sentPicture(world, user, await pictureOf('png')),
    await sentPicture(world, user, await pictureOf('jpeg', { width: 3000, height: 1000 })),
  ]
  const { _id: id, pictures } = await report({ pictures: ids })
  expect(pictures).toEqual(ids)
  const { data } = await user.call(reportPicture, { id: ids[1] as string })
  const { format, width, height, exif } = await sharp(Buffer.from(data, 'base64')).metadata()
  expect({ format, width, height, exif }).toEqual({ format: 'webp', width: 1920, height: 640, exif: undefined })
  const stranger = await world.user()
  await expect(stranger.call(reportPicture, { id: ids[0] as string })).rejects.toMatchObject({ reason: 'PICTURE_GONE' })
  await expect(stranger.call(reportPicture, { id: 'none' })).rejects.toMatchObject({ reason: 'PICTURE_GONE' })
  await expect(report({ pictures: [ids[0]] })).rejects.toMatchObject({ reason: 'PICTURE_GONE' })
  await expect(report({ pictures: ids }, stranger)).rejects.toMatchObject({ reason: 'PICTURE_GONE' })
  const shown = await operate(`reports ${id} --pictures seen`)
  expect(shown.out).toContain('The chart shows 13 days.')
  expect(readFileSync(join(world.dataDir, 'seen', `${id}-2.webp`)).toString('base64')).toBe(data)
  expect((await operate('audit')).out).toContain(`${id} of ${user.email}, 2 pictures`)
})

test("H8 no user sees another user's reports", async () => {
  const { _id: id } = await report()
  await operate(`reports ${id} --answer Yes --yes`)
  const stranger = await world.user()
  expect(await list(stranger)).toEqual([])
  expect(await stranger.call(markReportRead, { id })).toEqual({ read: 0 })
  for (const foreign of [id, 'none'])
    await expect(
      stranger.call(followUpReport, { id: foreign, content: 'x', requestId: randomUUID() }),
    ).rejects.toMatchObject({ reason: 'REPORT_UNKNOWN' })
})

test('pages 20 at a time, and an operator sees the waiting ones', async () => {
  for (let index = 0; index < 23; index += 1) {
    world.clock.advance(1)
    await report({ content: `Report ${index}` })
  }
  const pages = await Promise.all([1, 2, 3].map((page) => user.call(reportList, { page })))
  expect(pages.map(({ records, total }) => [records.length, total])).toEqual([
    [20, 23],
    [3, 23],
    [0, 23],
  ])
  const [newest] = await list()
  await operate(`reports ${newest?._id} --close --yes`)
  expect((await list())[0]).toMatchObject({ status: 'Closed', result: null })
  const shown = JSON.parse((await operate('reports --state submitted --json')).out) as {
    email: string
    state: string
  }[]
  expect(new Set(shown.map(({ state }) => state))).toEqual(new Set(['Submitted']))
  expect(shown.filter(({ email }) => email === user.email)).toHaveLength(22)
})

test('T22 200 payloads are stored and shown as plain text', async () => {
  for (let from = 0; from < payloads.length; from += 20) {
    const part = payloads.slice(from, from + 20)
    await Promise.all(part.map((content) => report({ content, contact: content.replace(/\s+/g, ' ').slice(0, 120) })))
  }
  const listed = new Set<string>()
  for (let page = 1; page <= 10; page += 1)
    for (const { content } of (await user.call(reportList, { page })).records) listed.add(content)
  expect([...listed].sort()).toEqual([...payloads].map((text) => text.trim()).sort())
})

test('the budget holds', async () => {
  const strict = await createWorld({ settings: { LIMITS: 'default' } })
  try {
    const author = await strict.user()
    const send = () => author.call(addReport, { ...words, requestId: randomUUID() })
    for (let index = 0; index < 10; index += 1) await send()
    await expect(send()).rejects.toMatchObject({ code: '4029' })
  } finally {
    await strict.close()
  }
})
