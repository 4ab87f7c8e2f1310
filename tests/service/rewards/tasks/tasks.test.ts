import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { messageList } from '#lib/contract/messages.ts'
import { setPaymentPassword } from '#lib/contract/payment-password.ts'
import { pointList, pointsOverview } from '#lib/contract/points.ts'
import { type Task, taskList, taskVerifyCode, verifyTask } from '#lib/contract/tasks.ts'
import { verifyMoney } from '#service/money/ledger/verify.ts'
import { awardPoints } from '#service/rewards/points/award.ts'
import { notifyReviews } from '#service/rewards/tasks/review-task.ts'
import { createOperator, type Operator } from '#world/operator.ts'
import type { User } from '#world/visitor.ts'
import { payment } from '#world/wallets.ts'
import { checksWithout, createWorld, type World } from '#world/world.ts'

// Points of friends stand here without their invitations.
const checks = checksWithout('V21a', 'V21b')

let world: World
let user: User
let operate: Operator

beforeEach(async () => {
  world = await createWorld({ checks })
  user = await world.user()
  operate = createOperator(world)
})
afterEach(() => world.close())

const verify = (id: string, proof?: string, of = user) => of.call(verifyTask, { id, ...(proof && { proof }) })
const list = async (status: 'ongoing' | 'past' = 'ongoing', of = user) =>
  (await of.call(taskList, { page: 1, size: 50, status })).records
const states = async (status?: 'past', of = user) =>
  Object.fromEntries((await list(status, of)).map((task) => [task.id, task.status]))
const total = async (of = user) => (await of.call(pointsOverview, {})).total
const breaches = async () =>
  (await verifyMoney(world.running.ctx.db, checks, world.clock.now())).breaches.map(({ id }) => id)

const texts = '--title "Share the report" --title-zh 分享报告 --text "Post a link." --text-zh 发布链接。'
async function customTask(more = ''): Promise<string> {
  const { out } = await operate(`tasks add ${texts} --points 80 ${more} --json`)
  return (JSON.parse(out) as { id: string }).id
}

describe('tasks', () => {
  test('are what can be verified here, five a page, in both languages, with what is done last', async () => {
    const first = await user.call(taskList, { page: 1 })
    expect(first).toMatchObject({ total: 5, open: 5 })
    expect(first.records.map(({ id }) => id)).toEqual([
      'bind-device',
      'mine-day',
      'payment-password',
      'email',
      'invite',
    ])
    expect(first.records[1]).toMatchObject({
      type: 'mine-day',
      status: 'unverified',
      amount: '200',
      titleZh: '今日让一台电脑在线 4 小时',
      validUntil: Date.parse('2026-03-11T00:00:00Z') / 1000,
      progress: { seconds: 0, needed: 14_400 },
    })
    await user.call(setPaymentPassword, { password: payment, accountPassword: user.digest })
    await verify('payment-password')
    expect((await list()).at(-1)).toMatchObject({ id: 'payment-password', status: 'verified' })
    const second = await user.call(taskList, { page: 2, size: 3 })
    expect(second.records.map(({ id }) => id)).toEqual(['invite', 'payment-password'])
    // It is still in the list, and no longer counted.
    expect(second).toMatchObject({ total: 5, open: 4 })
    expect(await list('past')).toEqual([])
  })

  test('are verified by what the service knows, and fail with the reason and the time of the next try', async () => {
    const failed = await verify('bind-device')
    const nextTryAt = world.clock.now() / 1000 + 30
    expect(failed).toMatchObject({ status: 'failed', failure: { kind: 'no-device', values: {} }, nextTryAt })
    await world.device(user)
    await expect(verify('bind-device')).rejects.toMatchObject({ reason: 'TASK_TOO_SOON', data: { until: nextTryAt } })
    world.clock.advance(30)
    expect(await verify('bind-device')).toMatchObject({ status: 'verified', finishedAt: world.clock.now() / 1000 })
    expect(await verify('payment-password')).toMatchObject({ failure: { kind: 'no-payment-password' } })
    expect(await verify('invite')).toMatchObject({ failure: { kind: 'no-friend' } })
    expect(await total()).toBe('100')
    const { records } = await user.call(pointList, {})
    expect(records).toMatchObject([
      {
        source: 'task',
        amount: '100',
        why: { kind: 'task', values: { title: 'Bind your first device', titleZh: '绑定首台设备' } },
      },
    ])
  })

  test('that are daily count the device that was online longest, and are paid once a UTC day', async () => {
    const device = await world.device(user)
    const other = await world.device(user, { name: 'Attic PC' })
    await device.run(3600 * 4)
    world.clock.set('2026-03-10T16:00:00Z')
    await other.run(600)
    expect(await verify('mine-day')).toMatchObject({
      failure: { kind: 'too-short', values: { hours: '3', minutes: '59' } },
    })
    await device.report()
    await device.run(60)
    expect(await verify('mine-day')).toMatchObject({ status: 'verified', amount: '200' })
    expect(await verify('mine-day')).toMatchObject({ status: 'verified' })
    expect(await total()).toBe('200')
    world.clock.set('2026-03-11T00:00:00Z')
    expect(await states()).toMatchObject({ 'mine-day': 'unverified' })
    expect(await list('past')).toMatchObject([{ id: 'mine-day', status: 'verified' }])
    expect(await verify('mine-day')).toMatchObject({
      status: 'failed',
      failure: { values: { hours: '0', minutes: '0' } },
    })
  })

  test('about a friend count an invitation that was paid and not taken back', async () => {
    const { db } = world.running.ctx
    const points = (amount: bigint, operation: string) =>
      db.transaction().execute((transaction) => {
        const why = { kind: 'invited', values: { account: 'y***@example.test', day: '2026-03-09' } } as const
        return awardPoints(
          transaction,
          [{ userId: user.info.id, source: 'referral', amount, operation, why }],
          world.clock.now(),
        )
      })
    await points(1000n, 'one')
    await points(-1000n, 'one/back')
    expect(await verify('invite')).toMatchObject({ status: 'failed' })
    await points(1000n, 'two')
    world.clock.advance(30)
    expect(await verify('invite')).toMatchObject({ status: 'verified' })
    expect(await total()).toBe('1200')
  })

  test('about the mailbox take the code that was mailed, and count wrong ones', async () => {
    await expect(verify('email')).rejects.toMatchObject({ reason: 'TASK_PROOF_NEEDED' })
    await user.call(taskVerifyCode, {})
    const { code, subject } = await world.letter(user.email)
    expect(subject).toBe(`${code} is your Idleforge code`)
    const wrong = code === '000000' ? '111111' : '000000'
    for (let tries = 0; tries < 4; tries += 1)
      await expect(verify('email', wrong)).rejects.toMatchObject({ reason: 'CODE_WRONG' })
    expect(await states()).toMatchObject({ email: 'unverified' })
    expect(await verify('email', code)).toMatchObject({ status: 'verified' })
    expect(await verify('email', code)).toMatchObject({ status: 'verified' })
    await expect(user.call(taskVerifyCode, {})).resolves.toMatchObject({ sent: true })
    expect(await total()).toBe('50')
  })

  test('that are clicked fifty times at once are paid once', async () => {
    await user.call(setPaymentPassword, { password: payment, accountPassword: user.digest })
    await world.warmUp()
    const done = await Promise.all(Array.from({ length: 50 }, () => verify('payment-password')))
    expect(new Set(done.map(({ status }) => status))).toEqual(new Set(['verified']))
    expect(await total()).toBe('50')
    const failed = await Promise.allSettled(Array.from({ length: 50 }, () => verify('bind-device')))
    expect(failed.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
  })

  test('that do not exist, and those of kinds without a verifier, give the same answer', async () => {
    for (const id of ['none', 'follow-x', 'join-discord'])
      await expect(verify(id)).rejects.toMatchObject({ reason: 'TASK_UNKNOWN' })
  })

  test('that were paid twice, too much or without being done are a breach', async () => {
    await user.call(setPaymentPassword, { password: payment, accountPassword: user.digest })
    await verify('payment-password')
    await world.query(`update task_entries set points = 51`)
    expect(await breaches()).toEqual(['V22'])
    await world.query(`update task_entries set points = 50, task_id = 'bind-device'`)
    expect(await breaches()).toEqual(['V22'])
    await world.query(`update task_entries set task_id = 'payment-password'`)
    expect(await breaches()).toEqual([])
  })
})

describe('a task on another site', () => {
  test('is checked once at a time, between transactions, with growing pauses between tries', async () => {
    let answer: (done: boolean) => void = () => undefined
    const request: string[] = []
    world.running.ctx.social['follow-x'] = ({ userId }) => {
      request.push(userId)
      return new Promise((resolve, reject) => {
        answer = (done) =>
          done ? resolve({ done: false, why: { kind: 'not-following', values: {} } }) : reject(new Error('down'))
      })
    }
    expect(await states()).toHaveProperty('follow-x', 'unverified')
    const first = verify('follow-x')
    await expect.poll(() => request.length).toBe(1)
    const meanwhile = await Promise.all(Array.from({ length: 10 }, () => verify('follow-x')))
    expect(new Set(meanwhile.map(({ status }) => status))).toEqual(new Set(['pending']))
    answer(true)
    const now = () => world.clock.now() / 1000
    expect(await first).toMatchObject({ failure: { kind: 'not-following' }, nextTryAt: now() + 60 })
    world.clock.advance(60)
    const second = verify('follow-x')
    await expect.poll(() => request.length).toBe(2)
    answer(false)
    const waiting = { why: 'unavailable', nextTryAt: now() + 120 }
    expect(await second).toMatchObject({ status: 'unverified', waiting })
    expect(request).toEqual([user.info.id, user.info.id])
    world.clock.advance(120)
    world.running.ctx.social['follow-x'] = async () => ({ done: true })
    await Promise.all(Array.from({ length: 20 }, () => verify('follow-x')))
    expect(await states()).toHaveProperty('follow-x', 'verified')
    expect(await total()).toBe('100')
  })

  test('whose answer never came can be verified again', async () => {
    world.running.ctx.social['join-discord'] = async () => ({ done: true })
    await world.query(
      `insert into task_entries (user_id, task_id, period, status, tries, asked_at, next_try_at, lang)
       values ($1, 'join-discord', '', 'pending', 1, $2, $2, 'en')`,
      [user.info.id, new Date(world.clock.now() - 1000)],
    )
    expect(await states()).toHaveProperty('join-discord', 'unverified')
    expect(await verify('join-discord')).toMatchObject({ status: 'verified' })
  })
})

describe('an operator', () => {
  test('adds a task in both languages, changes it and closes it', async () => {
    expect((await operate('tasks add --title x --points 5')).code).toBe(2)
    expect((await operate(`tasks add ${texts} --points 5 --link http://example.test`)).err).toContain('https://')
    expect((await operate(`tasks add ${texts} --points 5 --until 2026-03-09`)).err).toContain('is over')
    const id = await customTask('--until 2026-03-12 --link https://example.test/report')
    const found = async () => (await list()).find((task) => task.id === id)
    expect(await found()).toMatchObject({
      title: 'Share the report',
      titleZh: '分享报告',
      amount: '80',
      link: 'https://example.test/report',
      validUntil: Date.parse('2026-03-13T00:00:00Z') / 1000,
    })
    await operate(`tasks change --task ${id} --points 90 --until never`)
    expect(await found()).toMatchObject({ amount: '90', validUntil: null })
    expect((await operate(`tasks change --task ${id}`)).code).toBe(2)
    expect((await operate('tasks change --task none --points 4')).code).toBe(3)
    world.clock.advance(60)
    expect(await operate(`tasks close --task ${id}`)).toMatchObject({ questions: ['Close "Share the report"?'] })
    expect((await operate(`tasks close --task ${id}`)).code).toBe(3)
    expect(await found()).toBeUndefined()
    expect(await list('past')).toMatchObject([{ id, status: 'closed', closedAt: world.clock.now() / 1000 }])
    await expect(verify(id, 'late')).rejects.toMatchObject({ reason: 'TASK_CLOSED' })
    expect((await operate('tasks')).out).toContain('Share the report')
    // A task that was closed before the registration is not listed as missed.
    world.clock.advance(60)
    expect(await list('past', await world.user())).toEqual([])
  })

  test('accepts or refuses proofs of users, who are notified', async () => {
    const id = await customTask()
    await expect(verify(id)).rejects.toMatchObject({ reason: 'TASK_PROOF_NEEDED' })
    expect(await verify(id, 'https://example.test/me\nsecond line')).toMatchObject({
      status: 'pending',
      proof: 'https://example.test/me\nsecond line',
    })
    expect(await verify(id, 'another')).toMatchObject({ proof: 'https://example.test/me\nsecond line' })
    expect((await operate('tasks review')).out).toContain('https://example.test/me')
    expect((await operate(`tasks review --task ${id} --accept`)).code).toBe(2)
    const refuse = await operate(
      `tasks review --task ${id} --user ${user.email} --refuse --reason "The post was not found." --reason-zh "未找到该帖子。"`,
    )
    expect(refuse.questions[0]).toContain('because: The post was not found. / 未找到该帖子。?')
    const failure = { kind: 'refused', values: { reason: 'The post was not found.', reasonZh: '未找到该帖子。' } }
    expect((await list()).find((task) => task.id === id)).toMatchObject({ status: 'failed', failure })
    await notifyReviews(world.running.ctx)
    expect(await world.letter(user.email)).toMatchObject({ subject: '“Share the report” is not done yet' })

    expect((await operate(`tasks review --task ${id} --user ${user.email} --accept`)).code).toBe(3)
    world.clock.advance(60)
    user.browser.lang = 'zh'
    await verify(id, 'https://example.test/again')
    // A proof that was sent in time is reviewed even after the task was closed.
    await operate(`tasks close --task ${id}`)
    expect((await list()).find((task) => task.id === id)).toMatchObject({ status: 'pending' })
    const accepts = Array.from({ length: 5 }, () => operate(`tasks review --task ${id} --user ${user.email} --accept`))
    expect((await Promise.all(accepts)).map(({ code }) => code).sort()).toEqual([0, 3, 3, 3, 3])
    await Promise.all([notifyReviews(world.running.ctx), notifyReviews(world.running.ctx)])
    expect(await world.letter(user.email)).toMatchObject({ subject: '“分享报告”已完成，获得 80 积分' })
    const { records } = await user.call(messageList, { page: 1 })
    expect(records.map(({ title, href }) => [title, href])).toEqual([
      ['“分享报告”已完成，获得 80 积分', '/user/user-points'],
      ['“分享报告”尚未完成', '/user/user-points'],
    ])
    expect(await total()).toBe('80')
  })
})

test('a refusal that its user has answered already is not notified', async () => {
  const id = await customTask()
  await verify(id, 'first')
  await operate(`tasks review --task ${id} --user ${user.email} --refuse --reason "Not found."`)
  await verify(id, 'second')
  await notifyReviews(world.running.ctx)
  expect(await user.call(messageList, { page: 1 })).toMatchObject({ records: [] })
  await operate(`tasks review --task ${id} --user ${user.email} --accept`)
  await notifyReviews(world.running.ctx)
  const { records } = await user.call(messageList, { page: 1 })
  expect(records.map(({ title }) => title)).toEqual(['80 points for “Share the report”'])
})

test('tasks that others have done are not mine', async () => {
  const other = await world.user()
  const id = await customTask()
  await verify(id, 'mine')
  expect((await list('ongoing', other)).find((task) => task.id === id)).toMatchObject<Partial<Task>>({
    status: 'unverified',
  })
  expect((await operate(`tasks review --task ${id} --user ${other.email} --accept`)).code).toBe(3)
  expect(await total(other)).toBe('0')
})
