import { afterEach, beforeEach, expect, test } from 'vitest'
import { markAllRead, markRead, messageList } from '#lib/contract/messages.ts'
import { markAllNoticesRead, markNoticesRead, noticeList, unreadNotices } from '#lib/contract/notices.ts'
import { unreadMessages } from '#lib/contract/unread.ts'
import { createOperator, type Operator } from '#world/operator.ts'
import type { User } from '#world/visitor.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
let user: User
let operate: Operator

beforeEach(async () => {
  world = await createWorld()
  user = await world.user()
  operate = createOperator(world)
  world.clock.advance(60)
})
afterEach(() => world.close())

const texts = (name: string) =>
  `--title "${name}" --title-zh "${name} 公告" --text "**${name}** starts" --text-zh "**${name}** 开始"`

async function publish(name: string, rest = ''): Promise<string> {
  const ran = await operate(`notices ${texts(name)} ${rest} --json`)
  expect(ran.err).toBe('')
  return JSON.parse(ran.out).id
}

const seen = async (of: Pick<User, 'call'> = user) =>
  (await of.call(noticeList, {})).records.map(({ title, isRead }) => [title, isRead])

test('publishes to everybody, in both languages, to visitors too', async () => {
  const id = await publish('Upgrade')
  const [notice] = (await world.visitor().call(noticeList, {})).records
  expect(notice).toEqual({
    _id: id,
    title: 'Upgrade',
    titleZh: 'Upgrade 公告',
    content: '**Upgrade** starts',
    contentZh: '**Upgrade** 开始',
    time: Math.floor(world.clock.now() / 1000),
    isRead: true,
  })
  expect(await seen()).toEqual([['Upgrade', false]])
  const reader = await user.signIn({ lang: 'zh' })
  const [message] = (await reader.call(messageList, { page: 1 })).records
  expect(message).toMatchObject({
    _id: id,
    category: 'announcement',
    title: 'Upgrade 公告',
    content: '**Upgrade** 开始',
    isMarkdown: true,
    isRead: false,
  })
  expect((await operate('audit')).out).toContain('publish now: Upgrade')
})

test('a scheduled one is visible from its time on, a withdrawn one is not', async () => {
  const at = new Date(world.clock.now() + 3_600_000).toISOString().slice(0, 16)
  const id = await publish('Later', `--at ${at}`)
  expect(await seen()).toEqual([])
  expect(await user.call(markNoticesRead, { ids: [id] })).toEqual({ read: 0 })
  expect((await operate('notices')).out).toContain('scheduled')
  world.clock.advance(3_600)
  expect(await seen()).toEqual([['Later', false]])
  expect((await operate(`notices ${id} --withdraw --yes`)).code).toBe(0)
  expect((await operate(`notices ${id} --withdraw --yes`)).err).toContain('withdrawn already')
  expect(await seen()).toEqual([])
  expect((await user.call(unreadMessages, {})).total).toBe(0)
})

test('marks one, some or all as read, each once, and for one user only', async () => {
  const other = await world.user()
  world.clock.advance(60)
  const ids = [await publish('One'), await publish('Two'), await publish('Three'), await publish('Four')]
  expect(await user.call(unreadMessages, {})).toEqual({ total: 4, announcement: 4, feedback: 0, message: 0 })
  expect(await user.call(markNoticesRead, { ids: [ids[0] as string, 'none'] })).toEqual({ read: 1 })
  expect(await user.call(markNoticesRead, { ids: [ids[0] as string] })).toEqual({ read: 0 })
  expect(await user.call(markRead, { ids: [ids[1] as string] })).toEqual({ read: 1 })
  expect((await user.call(unreadNotices, {})).records.map(({ title }) => title).sort()).toEqual(['Four', 'Three'])
  expect((await user.call(noticeList, { isRead: true })).total).toBe(2)
  expect(await user.call(markAllNoticesRead, {})).toEqual({ read: 2 })
  expect(await user.call(markAllNoticesRead, {})).toEqual({ read: 0 })
  expect((await other.call(unreadNotices, {})).total).toBe(4)
  world.clock.advance(60)
  await publish('Five')
  expect((await user.call(unreadNotices, {})).total).toBe(1)
  expect(await user.call(markAllRead, {})).toEqual({ read: 1 })
  expect((await user.call(unreadMessages, {})).total).toBe(0)
})

test('a later user has no unread notices', async () => {
  await publish('Old')
  world.clock.advance(60)
  const late = await world.user()
  expect(await seen(late)).toEqual([['Old', true]])
  expect((await late.call(unreadMessages, {})).total).toBe(0)
})

test('pages show each notice once, 20 at a time, and the inbox in the same order', async () => {
  for (let index = 0; index < 45; index += 1) {
    world.clock.advance(1)
    await world.query(`insert into notices values ($1, $1, $1, 'text', '文字', $2, null, $2, 'ada')`, [
      `notice-${index}`,
      new Date(world.clock.now()),
    ])
  }
  const pages = await Promise.all([1, 2, 3, 4].map((page) => user.call(noticeList, { page })))
  expect(pages.map(({ records, total }) => [records.length, total])).toEqual([
    [20, 45],
    [20, 45],
    [5, 45],
    [0, 45],
  ])
  const inbox = await Promise.all([1, 2, 3].map((page) => user.call(messageList, { page, category: 'announcement' })))
  const ids = (of: { records: { _id: string }[] }[]) => of.flatMap(({ records }) => records.map(({ _id }) => _id))
  expect(ids(inbox)).toEqual(ids(pages))
  expect((await user.call(messageList, { page: 1, category: 'message' })).total).toBe(0)
})

test('refuses texts that readers would not see as intended', async () => {
  const tries: [string, RegExp][] = [
    ['--text "Hello <b>you</b>"', /HTML/],
    ['--text "[here](http://example.test)"', /https/],
    ['--text "[here](javascript:alert)"', /https/],
    ['--text "![picture](https://example.test/a.png)"', /picture/],
    [`--text "${'x'.repeat(10_001)}"`, /10001 characters/],
    ['--text @no-such-file.md', /can't be read/],
    ['--text ""', /both languages/],
  ]
  for (const [text, error] of tries) {
    const ran = await operate(`notices --title "A" --title-zh "甲" ${text} --text-zh "文字"`)
    expect([ran.code > 0, ran.err]).toEqual([true, expect.stringMatching(error)])
  }
  const past = await operate(`notices ${texts('Past')} --at 2020-01-01`)
  expect(past.err).toContain('is over')
  expect((await operate('notices')).out).toContain('No notice was published yet.')
})
