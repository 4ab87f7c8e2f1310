import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { emailVerifyCode, login, logout, resetPass } from '#lib/contract/accounts.ts'
import { linkTelegram } from '#lib/contract/alerts.ts'
import { pictureTicket } from '#lib/contract/feedback.ts'
import { closeAccount } from '#lib/contract/own-account.ts'
import { passSecondFactor } from '#lib/contract/second-factor.ts'
import { revokeSession, sessions } from '#lib/contract/sessions.ts'
import { MAX_SESSIONS, SESSION_IDLE_MS } from '#lib/rules/accounts.ts'
import { closeDueAccounts } from '#service/identity/own-account/close-account.ts'
import { readChats } from '#service/messaging/alerts/chats.ts'
import { endSessions } from '#service/platform/http/sessions.ts'
import { ticketOf as factorTicketOf, turnOnFactor } from '#world/factor.ts'
import { pictureOf, upload } from '#world/pictures.ts'
import { openStream, ticketOf } from '#world/stream.ts'
import type { User } from '#world/visitor.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
let user: User
let node: Awaited<ReturnType<World['node']>>
/** Everything that was written to the bot. */
const written: { id: number; chatId: string; text: string }[] = []
beforeAll(async () => {
  // Each node also looks for ended sessions at every heartbeat. Without one, streams can only end by the notification.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const telegram = {
    name: async () => 'idleforge_test_bot',
    send: async () => 'sent' as const,
    updates: async (offset: number) => written.filter(({ id }) => id >= offset),
  }
  world = await createWorld({ overrides: { telegram } })
  node = await world.node()
})
beforeEach(async () => {
  user = await world.user()
})
afterAll(async () => {
  await world.close()
  vi.useRealTimers()
})

/** Every way in which the session of `user` can end. */
const ends: Record<string, () => Promise<unknown>> = {
  'its user signs out': () => user.call(logout, {}),
  'another session ends it': async () => {
    const other = await user.signIn()
    const { list } = await other.call(sessions, {})
    await other.call(revokeSession, { id: list.find(({ current }) => !current)?.id ?? '' })
  },
  'a new password is set': async () => {
    const visitor = world.visitor()
    await visitor.call(emailVerifyCode, { username: user.email, scene: 'reset' })
    let letter = await world.letter(user.email)
    while (letter.code === '') letter = await world.letter(user.email)
    await visitor.call(resetPass, { username: user.email, verifyCode: letter.code, password: 'f'.repeat(32) })
  },
  'ten newer ones have begun': async () => {
    for (let count = 0; count < MAX_SESSIONS; count += 1) {
      world.clock.advance(1)
      await user.signIn()
    }
  },
  'its account is closed': async () => {
    await user.call(closeAccount, {})
    world.clock.advance(14 * 86_400)
    // Its page was open all the time.
    await world.query(
      "update sessions set last_seen_at = $1, expires_at = $1::timestamptz + interval '1 day' where ended_at is null",
      [new Date(world.clock.now())],
    )
    await closeDueAccounts(world.running.ctx)
  },
}

describe.each(Object.keys(ends))('when %s', (name) => {
  const end = () => ends[name]?.() ?? Promise.reject(new Error(name))

  test('its streams end on every node, and no other stream does', async () => {
    const other = await world.user()
    const open = () => [world.running, node.running].map(({ ctx }) => ctx.live.size)
    await expect.poll(open).toEqual([0, 0])
    const mine = await Promise.all([world, node].map(async ({ address }) => openStream(address, await ticketOf(user))))
    const theirs = await Promise.all(
      [world, node].map(async ({ address }) => openStream(address, await ticketOf(other))),
    )
    expect([...mine, ...theirs].map(({ isOpen }) => isOpen)).toEqual([true, true, true, true])
    await end()
    await Promise.all(mine.map(({ ended }) => ended))
    expect(open()).toEqual([1, 1])
    for (const stream of theirs) stream.close()
  })

  test('its tickets are refused', async () => {
    const ticket = await ticketOf(user)
    const picture = await user.call(pictureTicket, {})
    const { link } = await user.call(linkTelegram, {})
    const now = world.clock.now()
    await end()
    // Some ends take longer than a ticket lives: it is the session that ends it.
    world.clock.set(now)
    expect((await openStream(world.address, ticket)).isOpen).toBe(false)
    expect((await upload(world, await pictureOf('png'), { ticket: picture.ticket })).code).toBe(4001)
    written.push({ id: written.length + 1, chatId: '7', text: `/start ${link.split('start=')[1]}` })
    await readChats(world.running.ctx)
    expect(await world.query('select * from alert_chats')).toEqual([])
  })
})

test('a session that ends while its stream begins has no stream', async () => {
  const { db, clock } = world.running.ctx
  const ticket = await ticketOf(user)
  const [row] = await world.query<{ id: string }>('select id from sessions where user_id = $1', [user.info.id])
  // Between the moment when the node asks and the one when it hears.
  await db
    .transaction()
    .execute(async (transaction) => {
      await endSessions(transaction, clock.now(), { userId: user.info.id, id: row?.id ?? '' })
      const stream = await openStream(world.address, ticket)
      expect(stream.isOpen).toBe(true)
      return stream
    })
    .then(({ ended }) => ended)
})

test('a node that was not listening when a session ended ends its streams when it listens again', async () => {
  const stream = await openStream(world.address, await ticketOf(user))
  // Ends it without the notification to the nodes.
  await world.query('update sessions set ended_at = now() where user_id = $1', [user.info.id])
  await world.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%live%' and datname = current_database()`,
  )
  await expect(stream.ended).resolves.not.toThrow()
})

test('an expired session opens no stream', async () => {
  const ticket = await ticketOf(user)
  await world.query('update sessions set last_seen_at = $1 where user_id = $2', [
    new Date(world.clock.now() - SESSION_IDLE_MS),
    user.info.id,
  ])
  expect((await openStream(world.address, ticket)).isOpen).toBe(false)
})

test('a new password ends a sign-in that waits for its second factor', async () => {
  const app = await turnOnFactor(world, user)
  const request = { username: user.email, password: user.digest, plat: 'web' } as const
  const ticket = await factorTicketOf(world.visitor().call(login, request))
  await ends['a new password is set']?.()
  await expect(world.visitor().call(passSecondFactor, { ticket, factorCode: app.next() })).rejects.toMatchObject({
    reason: 'TICKET_GONE',
  })
})
