import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as contract from '#lib/contract/alerts.ts'
import { messageList } from '#lib/contract/messages.ts'
import { alertChannels, alertEvents } from '#lib/rules/alerts.ts'
import { readChats } from '#service/messaging/alerts/chats.ts'
import { watchIdle, watchSilence } from '#service/messaging/alerts/devices.ts'
import { writeDigests } from '#service/messaging/alerts/digests.ts'
import { notifyNotices } from '#service/messaging/alerts/notices.ts'
import { dispatchAlerts } from '#service/messaging/notify/dispatch.ts'
import { notify } from '#service/messaging/notify/notify.ts'
import { releaseHeld } from '#service/messaging/notify/queue.ts'
import type { Sent } from '#service/messaging/notify/telegram.ts'
import { createOperator } from '#world/operator.ts'
import { createPushBrowser, vapidClaims } from '#world/push-browser.ts'
import { createLoopbackOutbound, openReceiver, type Receiver } from '#world/receiver.ts'
import type { User } from '#world/visitor.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
let user: User
let receiver: Receiver
const chats: { chatId: string; text: string }[] = []
let written: { id: number; chatId: string; text: string }[] = []

beforeEach(async () => {
  receiver = await openReceiver()
  chats.length = 0
  written = []
  const telegram = {
    name: async () => 'idleforge_test_bot',
    async send(chatId: string, text: string): Promise<Sent> {
      chats.push({ chatId, text })
      return chatId === 'gone' ? { ended: 'TELEGRAM_GONE' } : 'sent'
    },
    updates: async (offset: number) => written.filter(({ id }) => id >= offset),
  }
  world = await createWorld({ overrides: { outbound: createLoopbackOutbound(), telegram } })
  user = await world.user()
})
afterEach(async () => {
  await world.close()
  await receiver.close()
})

const ctx = () => world.running.ctx
const decide = async () => {
  await dispatchAlerts(ctx())
  await releaseHeld(ctx())
}
const titles = async (of: User = user) => (await of.call(messageList, { page: 1 })).records.map(({ title }) => title)
const lettersTo = (email: string) => world.letters.filter(({ to }) => to === email).map(({ subject }) => subject)

const choose = (event: (typeof alertEvents)[number], channel: (typeof alertChannels)[number], isOn: boolean) =>
  user.call(contract.saveChoices, { choices: [{ event, channel, isOn }] })

let notified = 0
/** News of an event that anybody may choose. */
async function notifyUser(kind: 'ambassadorLapsed' | 'withdrawalApproved' | 'rechargeCredited' = 'ambassadorLapsed') {
  notified += 1
  const values = {
    day: '2026-03-10',
    amount: String(notified),
    coin: 'ALEO',
    balance: '1',
    receive: '1',
    address: 'aleo1',
    chain: 'Aleo',
  }
  await ctx()
    .db.transaction()
    .execute((db) =>
      notify(db, {
        userId: user.info.id,
        category: 'message',
        source: `test/${notified}`,
        kind,
        values,
        at: world.clock.now(),
      }),
    )
}

/** Queued and delivered, by the queue's own time. */
const delivered = (count: number) => expect.poll(() => receiver.posted.length).toBe(count)

const setWebhook = () => user.call(contract.saveWebhook, { url: `${receiver.url}/hook` })

test('shows every cell of the grid, saves choices, and keeps locked cells on', async () => {
  const { choices, zone, quiet, offlineMinutes } = await user.call(contract.alertSettings, {})
  expect(choices).toHaveLength(alertEvents.length * alertChannels.length)
  expect({ zone, quiet, offlineMinutes }).toEqual({ zone: 'UTC', quiet: null, offlineMinutes: 15 })
  await choose('withdrawal', 'email', false)
  await choose('idle', 'email', true)
  const cell = async (event: string, channel: string) =>
    (await user.call(contract.alertSettings, {})).choices.find((one) => one.event === event && one.channel === channel)
  expect(await cell('withdrawal', 'email')).toMatchObject({ isOn: true })
  expect(await cell('idle', 'email')).toMatchObject({ isOn: true })
  await choose('idle', 'email', false)
  expect(await cell('idle', 'email')).toMatchObject({ isOn: false })
  const other = await world.user()
  expect((await other.call(contract.alertSettings, {})).choices).toEqual(choices)
})

test('a webhook gets each alert once, signed, when two nodes dispatch at the same time', async () => {
  const { secret } = await setWebhook()
  const node = await world.node({ outbound: createLoopbackOutbound() })
  for (let count = 0; count < 5; count += 1) await notifyUser()
  await Promise.all([decide(), dispatchAlerts(node.running.ctx), decide(), dispatchAlerts(node.running.ctx)])
  await delivered(5)
  expect(new Set(receiver.posted.map(({ headers }) => headers['idleforge-delivery'])).size).toBe(5)
  const [first] = receiver.posted
  const body = first?.body.toString() ?? ''
  const [, time, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(first?.headers['idleforge-signature'])) ?? []
  expect(signature).toBe(createHmac('sha256', String(secret)).update(`${time}.${body}`).digest('hex'))
  expect(JSON.parse(body)).toMatchObject({ event: 'ambassador', title: 'Your ambassador status has ended' })
  await decide()
  expect((await world.query('select 1 from alerts_untold')).length).toBe(0)
})

test('disabled channels get nothing, and the message is unread in the app only where the app is on', async () => {
  await setWebhook()
  await choose('ambassador', 'webhook', false)
  await choose('ambassador', 'app', false)
  await notifyUser()
  await notifyUser('rechargeCredited')
  await decide()
  await delivered(1)
  expect(JSON.parse(receiver.posted[0]?.body.toString() ?? '')).toMatchObject({ event: 'deposit' })
  const { records } = await user.call(messageList, { page: 1 })
  expect(records.map(({ isRead }) => isRead).sort()).toEqual([false, true])
})

test('quiet hours hold alerts that are not locked, and many become one', async () => {
  await setWebhook()
  // It is noon in UTC: 21:00 in Tokyo.
  const preferences = { zone: 'Asia/Tokyo', offlineMinutes: 5, digest: 'none' } as const
  await user.call(contract.savePreferences, { ...preferences, quiet: { from: 20 * 60, to: 7 * 60 } })
  await choose('withdrawal', 'email', true)
  for (let count = 0; count < 5; count += 1) await notifyUser()
  await notifyUser('withdrawalApproved')
  await decide()
  await expect.poll(() => lettersTo(user.email)).toContainEqual(expect.stringContaining('approved'))
  world.clock.advance(9 * 3600 + 3540)
  await decide()
  expect(receiver.posted).toEqual([])
  world.clock.advance(120)
  await decide()
  await delivered(1)
  const body = JSON.parse(receiver.posted[0]?.body.toString() ?? '')
  expect(body.title).toBe('6 alerts from your quiet hours')
  expect(body.text).toContain('Your ambassador status has ended')
})

test('devices that go offline together are one alert, and those that come back another', async () => {
  await user.call(contract.savePreferences, { zone: 'UTC', quiet: null, offlineMinutes: 10, digest: 'none' })
  const devices = [await world.device(user, { name: 'Study' }), await world.device(user, { name: 'Attic' })]
  const paused = await world.device(user, { name: 'Paused' })
  const muted = await world.device(user, { name: 'Muted' })
  await user.call(contract.muteDevice, { id: muted.id, isMuted: true })
  for (const device of [...devices, muted]) {
    await device.work()
    await device.report()
  }
  await paused.work()
  await paused.report({ state: 'paused' })
  const ended = await world.device(user, { name: 'Ended' })
  await ended.report({ state: 'ended' })
  world.clock.advance(9 * 60)
  await watchSilence(ctx())
  expect(await titles()).toEqual([])
  world.clock.advance(61)
  await Promise.all([watchSilence(ctx()), watchSilence(ctx())])
  await watchSilence(ctx())
  expect(await titles()).toEqual(['2 devices are offline'])
  await decide()
  await expect.poll(() => lettersTo(user.email)).toContain('2 devices are offline')
  for (const device of devices) await device.report()
  await Promise.all([watchSilence(ctx()), watchSilence(ctx())])
  expect((await titles()).sort()).toEqual(['2 devices are back online', '2 devices are offline'])
})

test('a device that is online and earns nothing is reported once', async () => {
  const device = await world.device(user, { name: 'Study' })
  await device.mine(1)
  await device.run(29 * 60)
  await watchIdle(ctx())
  expect(await titles()).toEqual([])
  await device.run(120)
  await Promise.all([watchIdle(ctx()), watchIdle(ctx())])
  await device.run(600)
  await watchIdle(ctx())
  expect(await titles()).toEqual(['“Study” is online but earns nothing'])
})

test('a device that goes on mining after a long pause has half an hour to earn again', async () => {
  const device = await world.device(user, { name: 'Study' })
  await device.mine(1)
  for (let passed = 0; passed < 45; passed += 1) {
    world.clock.advance(60)
    await device.report({ state: 'paused', pause: { reason: 'in-use' } })
    await watchIdle(ctx())
  }
  await device.run(29 * 60)
  await watchIdle(ctx())
  expect(await titles()).toEqual([])
  await device.run(120)
  await watchIdle(ctx())
  expect(await titles()).toEqual(['“Study” is online but earns nothing'])
})

test('a browser gets push messages that are encrypted for it, until its session ends', async () => {
  const browser = createPushBrowser(`${receiver.url}/push`)
  await user.call(contract.addPush, browser.subscription)
  const { push } = await user.call(contract.alertSettings, {})
  expect(push.browsers).toHaveLength(1)
  await notifyUser()
  await decide()
  await delivered(1)
  const [posted] = receiver.posted
  if (!posted) throw new Error('nothing was sent')
  expect(vapidClaims(posted, push.publicKey)).toMatchObject({ aud: receiver.url })
  expect(JSON.parse(browser.read(posted))).toMatchObject({
    title: 'Your ambassador status has ended',
    userId: user.info.id,
  })
  // The next user who signs in there takes the subscription over.
  const other = await world.user()
  await other.call(contract.addPush, browser.subscription)
  expect((await user.call(contract.alertSettings, {})).push.browsers).toEqual([])
  await user.call(contract.addPush, browser.subscription)
  receiver.answer(410)
  await notifyUser()
  await decide()
  await delivered(2)
  await expect.poll(async () => (await user.call(contract.alertSettings, {})).push.browsers.length).toBe(0)
})

test('a Telegram chat is linked by its code, once, and unlinked', async () => {
  const { link } = await user.call(contract.linkTelegram, {})
  const [, code] = /^https:\/\/t\.me\/idleforge_test_bot\?start=([\w-]{43})$/.exec(link) ?? []
  written = [
    { id: 1, chatId: '7', text: '/start wrong' },
    { id: 2, chatId: '8', text: `/start ${code}` },
    { id: 3, chatId: '9', text: `/start ${code}` },
  ]
  await readChats(ctx())
  expect((await user.call(contract.alertSettings, {})).telegram).toEqual({ isLinked: true })
  await notifyUser()
  await decide()
  await expect.poll(() => chats.length).toBe(1)
  expect(chats[0]).toMatchObject({ chatId: '8', text: expect.stringContaining('Your ambassador status has ended') })
  await user.call(contract.unlinkTelegram, {})
  expect((await user.call(contract.alertSettings, {})).telegram).toEqual({ isLinked: false })
})

test('a test alert reaches its channel, and is refused where nothing is set up', async () => {
  await expect(user.call(contract.testAlert, { channel: 'push' })).rejects.toMatchObject({ reason: 'CHANNEL_NOT_SET' })
  await user.call(contract.testAlert, { channel: 'app' })
  await user.call(contract.testAlert, { channel: 'email' })
  expect(await titles()).toEqual(['This is a test'])
  await expect.poll(() => lettersTo(user.email)).toContain('This is a test')
  await setWebhook()
  await user.call(contract.testAlert, { channel: 'webhook' })
  await delivered(1)
})

test('a test alert replies when it is delivered, or says why it was not', async () => {
  await setWebhook()
  const test = (channel: 'webhook' | 'email' | 'telegram') => user.call(contract.testAlert, { channel })
  await test('webhook')
  expect(receiver.posted).toHaveLength(1)
  receiver.answer(500)
  await expect(test('webhook')).rejects.toMatchObject({
    reason: 'ALERT_NOT_DELIVERED',
    message: "The test wasn't delivered: HTTP 500.",
  })
  expect((await user.call(contract.alertSettings, {})).deliveries).toMatchObject([
    { channel: 'webhook', error: 'HTTP 500' },
  ])
  await receiver.close()
  await expect(test('webhook')).rejects.toMatchObject({ data: { why: 'connection refused (ECONNREFUSED)' } })
  const chinese = world.visitor({ token: user.token, lang: 'zh' })
  const { deliveries } = await chinese.call(contract.alertSettings, {})
  expect(deliveries[0]?.error).toBe('连接被拒绝（ECONNREFUSED）')
  receiver = await openReceiver()
  world.running.ctx.mail.send = async () => {
    throw new Error('550 no such user')
  }
  await expect(test('email')).rejects.toMatchObject({
    data: { why: 'the mail server did not accept it (MAIL_REFUSED)' },
  })
})

test('a test alert to a chat that is gone says so, and the chat is unlinked', async () => {
  await world.query('insert into alert_chats (user_id, chat_id, linked_at) values ($1, $2, now())', [
    user.info.id,
    'gone',
  ])
  await expect(user.call(contract.testAlert, { channel: 'telegram' })).rejects.toMatchObject({ reason: 'CHANNEL_GONE' })
  expect((await user.call(contract.alertSettings, {})).telegram).toEqual({ isLinked: false })
})

test.each(['en', 'zh'])(
  'the code that the developers’ page shows (%s) accepts a delivery and nothing else',
  async (lang) => {
    const page = readFileSync(new URL(`../../../../src/content/docs/${lang}/developers.md`, import.meta.url), 'utf8')
    const code = /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
    const { isGenuine } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
    const { secret } = await setWebhook()
    await user.call(contract.testAlert, { channel: 'webhook' })
    const [posted] = receiver.posted
    const [signature, body] = [posted?.headers['idleforge-signature'], posted?.body]
    const now = world.clock.now()
    expect(isGenuine(secret, signature, body, now)).toBe(true)
    expect(isGenuine('whsec_other', signature, body, now)).toBe(false)
    expect(isGenuine(secret, signature, `${body} `, now)).toBe(false)
    expect(isGenuine(secret, signature, body, now + 301_000)).toBe(false)
    const payload = JSON.parse(String(body))
    const named = [...page.matchAll(/^\| `(\w+)`(?:[,、] ?`(\w+)`)? \| /gm)].flatMap(([, ...names]) =>
      names.filter(Boolean),
    )
    expect(named).toEqual(expect.arrayContaining(Object.keys(payload)))
    for (const event of alertEvents) expect(page).toContain(`\`${event}\``)
  },
)

test('announcements are sent once by the channels that were set up before', async () => {
  await setWebhook()
  await createOperator(world)('notices --title Upgrade --title-zh 升级 --text "At noon." --text-zh "中午。" --yes')
  await Promise.all([notifyNotices(ctx()), notifyNotices(ctx())])
  await delivered(1)
  expect(JSON.parse(receiver.posted[0]?.body.toString() ?? '')).toMatchObject({ title: 'Upgrade', text: 'At noon.' })
})

test('a digest is written once a day, from 08:00 on', async () => {
  await user.call(contract.savePreferences, { zone: 'UTC', quiet: null, offlineMinutes: 15, digest: 'daily' })
  await writeDigests(ctx())
  world.clock.advance(19 * 3600)
  await writeDigests(ctx())
  world.clock.advance(3600)
  await Promise.all([writeDigests(ctx()), writeDigests(ctx())])
  await expect.poll(() => lettersTo(user.email).filter((subject) => subject.startsWith('Your day'))).toHaveLength(1)
})

test("H8 no user can change another user's channels", async () => {
  const device = await world.device(user)
  const browser = createPushBrowser(`${receiver.url}/push`)
  const { id } = await user.call(contract.addPush, browser.subscription)
  const other = await world.user()
  await expect(other.call(contract.muteDevice, { id: device.id, isMuted: true })).rejects.toMatchObject({
    reason: 'DEVICE_UNKNOWN',
  })
  await other.call(contract.removePush, { id })
  expect((await user.call(contract.alertSettings, {})).push.browsers).toHaveLength(1)
  expect((await other.call(contract.alertSettings, {})).devices).toEqual([])
})
