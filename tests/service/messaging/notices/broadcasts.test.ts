import { afterEach, beforeEach, expect, test } from 'vitest'
import { messageList } from '#lib/contract/messages.ts'
import { unreadMessages } from '#lib/contract/unread.ts'
import { sendBroadcasts } from '#service/messaging/notices/broadcasts.ts'
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
})
afterEach(() => world.close())

const text = '--title "A word" --title-zh "一句话" --text "*Hello*" --text-zh "*您好*"'
const send = () => sendBroadcasts(world.running.ctx)
const titles = async (of: User) => (await of.call(messageList, { page: 1 })).records.map(({ title }) => title)

test('sends a message to one user, in the language of the reader', async () => {
  const other = await world.user()
  const ran = await operate(`message --user ${user.email.toUpperCase()} ${text}`)
  expect([ran.code, ran.questions]).toEqual([0, [expect.stringContaining(`to ${user.email}, 1 at present?`)]])
  await send()
  const [message] = (await user.call(messageList, { page: 1 })).records
  expect(message).toMatchObject({ category: 'message', title: 'A word', content: '*Hello*', isMarkdown: true })
  const reader = await user.signIn({ lang: 'zh' })
  expect((await reader.call(messageList, { page: 1 })).records[0]).toMatchObject({ title: '一句话', content: '*您好*' })
  expect(await titles(other)).toEqual([])
  expect((await operate('message')).out).toMatch(/done +A word/)
})

test('reaches the audience, and nobody else', async () => {
  const owner = await world.user()
  await world.device(owner)
  world.clock.advance(86_400)
  const late = await world.user()
  const today = new Date(world.clock.now()).toISOString().slice(0, 10)
  for (const filter of ['--with-device', '--without-device', `--joined-from ${today}`, `--joined-before ${today}`])
    await operate(`message ${filter} ${text.replace('A word', filter.slice(2).split(' ')[0] as string)} --yes`)
  await send()
  expect((await titles(owner)).sort()).toEqual(['joined-before', 'with-device'])
  expect((await titles(user)).sort()).toEqual(['joined-before', 'without-device'])
  expect((await titles(late)).sort()).toEqual(['joined-from', 'without-device'])
})

test('continues where it stopped, over several nodes, and reaches each user once', async () => {
  await world.query(
    `insert into users (id, username, name, password_hash, invite_code, created_at)
     select 'u' || n, 'many' || n || '@example.test', 'Many', 'none', 'X' || n, $1 from generate_series(1, 1203) n`,
    [new Date(world.clock.now())],
  )
  await operate(`message --all ${text} --yes`)
  const ctx = world.running.ctx
  let batches = 0
  const failing = {
    ...ctx,
    clock: {
      now() {
        batches += 1
        if (batches === 2) throw new Error('the node is gone')
        return ctx.clock.now()
      },
    },
  }
  await expect(sendBroadcasts(failing)).rejects.toThrow('the node is gone')
  const count = async () =>
    (await world.query<{ count: number }>('select count(*)::int as count from user_messages'))[0]?.count
  expect(await count()).toBe(500)
  await Promise.all([send(), send()])
  await send()
  expect(await count()).toBe(1204)
  expect((await world.query('select sent from broadcasts'))[0]).toEqual({ sent: 1204 })
  expect((await user.call(unreadMessages, {})).message).toBe(1)
})

test('refuses an empty audience, two audiences, and an empty text', async () => {
  for (const [line, error] of [
    [`message --user nobody@example.test ${text}`, 'There is no account'],
    [`message --all --with-device ${text}`, 'One of'],
    [`message --with-device ${text}`, 'Nobody matches'],
    [`message ${text}`, 'For whom?'],
    ['message --all', 'The text is missing'],
    [`message --joined-from never ${text}`, 'is a time in UTC'],
  ])
    expect((await operate(line as string)).err).toContain(error)
  expect((await operate('message')).out).toContain('No messages sent yet.')
})
