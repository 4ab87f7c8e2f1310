import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as contract from '#lib/contract/alerts.ts'
import { messageList } from '#lib/contract/messages.ts'
import type { Delivery } from '#service/messaging/notify/alert.ts'
import { deliver } from '#service/messaging/notify/delivery.ts'
import { dispatchAlerts } from '#service/messaging/notify/dispatch.ts'
import { notify } from '#service/messaging/notify/notify.ts'
import { endExpiredBrowsers } from '#service/messaging/notify/recipients.ts'
import type { Sent } from '#service/messaging/notify/telegram.ts'
import { createPushBrowser } from '#world/push-browser.ts'
import { createLoopbackOutbound, openReceiver, type Receiver } from '#world/receiver.ts'
import type { User, Visitor } from '#world/visitor.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
let user: User
let receiver: Receiver
const chats: string[] = []
let chatReplies: (chatId: string) => Sent

beforeEach(async () => {
  receiver = await openReceiver()
  chats.length = 0
  chatReplies = () => 'sent'
  const telegram = {
    name: async () => 'idleforge_test_bot',
    async send(chatId: string): Promise<Sent> {
      chats.push(chatId)
      return chatReplies(chatId)
    },
    updates: async () => [],
  }
  world = await createWorld({ overrides: { outbound: createLoopbackOutbound(), telegram } })
  user = await world.user()
})
afterEach(async () => {
  await world.close()
  await receiver.close()
})

const ctx = () => world.running.ctx
const DAY_SECONDS = 86_400
const settings = (of: Visitor = user) => of.call(contract.alertSettings, {})
const titles = async (of: Visitor = user) => (await of.call(messageList, { page: 1 })).records.map(({ title }) => title)
const lettersTo = (email: string) => world.letters.filter(({ to }) => to === email).map(({ subject }) => subject)
const postsTo = (path: string) => receiver.posted.filter((one) => one.path === path).length

let notified = 0
async function notifyUser(kind: 'ambassadorLapsed' | 'rechargeCredited' = 'ambassadorLapsed'): Promise<void> {
  notified += 1
  const values = { day: '2026-03-10', amount: '1', balance: '1' }
  const news = { userId: user.info.id, source: `test/${notified}`, kind, values, at: world.clock.now() }
  await ctx()
    .db.transaction()
    .execute((db) => notify(db, news))
  await dispatchAlerts(ctx())
}

/** The jobs of alerts, the oldest first. */
const jobs = () =>
  world.query<{ data: Delivery; state: string; limit: number; longest: number }>(
    `select data, state, retry_limit as limit, retry_delay_max as longest from pgboss.job where name = 'alert' order by created_on`,
  )
const jobsOf = async (channel: string) => (await jobs()).filter(({ data }) => data.channel === channel)
const stateOf = async (recipient: string) => (await jobs()).find(({ data }) => data.recipient === recipient)?.state

/** Delivers as the queue does. */
const attempt = (delivery: Delivery) => deliver(ctx(), delivery).catch((error: Error) => error.message)
const alertOf = (channel: Delivery['channel'], recipient = ''): Delivery => ({
  ...{ id: `alert-${++notified}`, userId: user.info.id, event: 'deposit', kind: 'alertTest', values: {} },
  ...{ href: '/user/alerts', at: world.clock.now(), channel, recipient },
})

describe('push messages', () => {
  const subscribe = (path: string, of: Visitor = user) =>
    of.call(contract.addPush, createPushBrowser(`${receiver.url}${path}`).subscription)

  test.each([403, 429, 500])('reach each browser once, also while another one answers %i', async (status) => {
    const [bad, good] = [await subscribe('/bad'), await subscribe('/good')]
    receiver.answer(status, '/bad')
    await notifyUser()
    await expect.poll(() => stateOf(good.id)).toBe('completed')
    await expect.poll(() => stateOf(bad.id)).toBe('retry')
    expect(postsTo('/good')).toBe(1)
    const { push, deliveries } = await settings()
    expect(push.browsers.map(({ id }) => id)).toEqual([bad.id, good.id])
    expect(new Map(deliveries.map(({ recipient, error }) => [recipient, error]))).toEqual(
      new Map([
        [bad.id, `HTTP ${status}`],
        [good.id, null],
      ]),
    )
    // The owner sends it again, and it is not tried once more.
    const again = () => user.call(contract.sendAgain, { channel: 'push', recipient: bad.id })
    await expect(again()).rejects.toMatchObject({ reason: 'ALERT_NOT_DELIVERED', data: { why: `HTTP ${status}` } })
    receiver.answer(201, '/bad')
    await again()
    expect(await stateOf(bad.id)).toBe('cancelled')
    await expect(again()).rejects.toMatchObject({ reason: 'CHANNEL_NOT_SET' })
    expect(postsTo('/good')).toBe(1)
  })

  test('tell by the other channels that a browser has ended, unless it has subscribed again', async () => {
    const ended = await subscribe('/ended')
    receiver.answer(410, '/ended')
    expect(await attempt(alertOf('push', ended.id))).toEqual({ ended: 'PUSH_GONE' })
    expect((await settings()).push.browsers).toEqual([])
    const told = [expect.stringMatching(/^Alerts have stopped: notifications in /)]
    expect(await titles()).toEqual(told)
    await dispatchAlerts(ctx())
    await expect.poll(() => lettersTo(user.email)).toEqual(expect.arrayContaining(told))
    // The same browser has a new address: nothing has stopped.
    const replaced = await subscribe('/ended')
    await subscribe('/new')
    await attempt(alertOf('push', replaced.id))
    expect(await titles()).toHaveLength(1)
  })

  test('tell that they stop with their sign-in, and not after a sign-out', async () => {
    const [here, other] = [await user.signIn(), await user.signIn()]
    await subscribe('/here', here)
    await subscribe('/other', other)
    await world.query(
      'update sessions set ended_at = now() where id = (select session_id from push_subscriptions where endpoint like $1)',
      ['%/other'],
    )
    await endExpiredBrowsers(ctx())
    expect(await titles()).toEqual([])
    world.clock.advance(15 * DAY_SECONDS)
    await endExpiredBrowsers(ctx())
    await endExpiredBrowsers(ctx())
    const later = await user.signIn()
    expect((await titles(later)).filter((title) => title.startsWith('Alerts have stopped'))).toHaveLength(1)
    const { records } = await later.call(messageList, { page: 1 })
    expect(records.map(({ content }) => content)).toContainEqual(
      expect.stringContaining('the sign-in there has expired'),
    )
  })
})

describe('a webhook', () => {
  const set = () => user.call(contract.saveWebhook, { url: `${receiver.url}/hook` })

  test('that is away for a day is not turned off, and for a week it is: its owner is told', async () => {
    await set()
    receiver.answer(500)
    for (let tries = 0; tries < 30; tries += 1) await attempt(alertOf('webhook'))
    world.clock.advance(DAY_SECONDS)
    expect(await attempt(alertOf('webhook'))).toBe('HTTP 500')
    expect((await settings()).webhook).toMatchObject({ isOff: false })
    world.clock.advance(6 * DAY_SECONDS)
    expect(await attempt(alertOf('webhook'))).toBe('HTTP 500')
    expect(await attempt(alertOf('webhook'))).toBe('missing')
    const later = await user.signIn()
    expect((await settings(later)).webhook).toMatchObject({ isOff: true })
    expect((await settings(later)).deliveries).toMatchObject([{ channel: 'webhook', error: 'HTTP 500' }])
    expect((await titles(later)).filter((title) => title.startsWith('Alerts have stopped: your webhook'))).toHaveLength(
      1,
    )
    // It starts anew with its address.
    await later.call(contract.saveWebhook, { url: `${receiver.url}/hook` })
    expect((await settings(later)).deliveries).toEqual([])
  })

  test('that takes one in between starts its week anew', async () => {
    await set()
    receiver.answer(503)
    await attempt(alertOf('webhook'))
    world.clock.advance(6 * DAY_SECONDS)
    receiver.answer(204)
    expect(await attempt(alertOf('webhook'))).toBe('delivered')
    receiver.answer(503)
    world.clock.advance(6 * DAY_SECONDS)
    await attempt(alertOf('webhook'))
    expect((await settings(await user.signIn())).webhook).toMatchObject({ isOff: false })
  })

  test('is tried for days with news of money, for an hour with others, and each message is queued once', async () => {
    await set()
    receiver.answer(500)
    await notifyUser('rechargeCredited')
    await notifyUser()
    const queued = (await jobsOf('webhook')).map(({ limit, longest }) => [limit, longest])
    expect(queued).toEqual([
      [24, 21_600],
      [10, 1_800],
    ])
  })
})

describe('a Telegram chat', () => {
  const link = (chatId: string) =>
    world.query('insert into alert_chats (user_id, chat_id, linked_at) values ($1, $2, now())', [user.info.id, chatId])

  test('that became a supergroup is followed there', async () => {
    await link('1')
    chatReplies = (chatId) => (chatId === '1' ? { movedTo: '-1001' } : 'sent')
    const alert = alertOf('telegram')
    expect(await attempt(alert)).toBe('TELEGRAM_MOVED')
    expect(await attempt(alert)).toBe('delivered')
    expect(chats).toEqual(['1', '-1001'])
    expect((await settings()).telegram).toEqual({ isLinked: true })
  })

  test('that does not let the bot write stays linked, with the reason on the page', async () => {
    await link('1')
    chatReplies = () => ({ failed: 'Bad Request: not enough rights to send text messages to the chat' })
    await attempt(alertOf('telegram'))
    const { telegram, deliveries } = await settings()
    expect(telegram).toEqual({ isLinked: true })
    expect(deliveries[0]?.error).toContain('not enough rights')
  })

  test('that is gone is unlinked, and its owner is told', async () => {
    await link('1')
    chatReplies = () => ({ ended: 'TELEGRAM_BLOCKED' })
    await attempt(alertOf('telegram'))
    expect((await settings()).telegram).toEqual({ isLinked: false })
    expect(await titles()).toEqual(['Alerts have stopped: your Telegram chat'])
  })
})
