import { dayOf } from '#service/compute/devices/rules.ts'
import { lockUser } from '#service/identity/users/queries.ts'
import type { Reason } from '#service/messaging/mail/letters.ts'
import type { Context } from '#service/platform/context.ts'
import { addTask } from '#service/rewards/tasks/add-task.ts'
import { entryOf, taskOf } from '#service/rewards/tasks/queries.ts'
import { notifyReviews, reviewTask } from '#service/rewards/tasks/review-task.ts'
import { verifyTask } from '#service/rewards/tasks/verify-task.ts'
import { firstPerson } from './people.ts'
import type { PastAction } from './withdrawal-actions.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const OPERATOR = 'demo'

const reports = {
  month: {
    title: 'Share our monthly report',
    title_zh: '分享我们的月度报告',
    text: 'Post a link to it and tell us where we can see it.',
    text_zh: '发布报告链接，并告诉我们在哪里可以看到。',
    points: 80n,
  },
  story: {
    title: 'Tell us how you mine',
    title_zh: '讲讲您的挖矿故事',
    text: 'A few lines about your PCs and when they mine. We may quote them.',
    text_zh: '简单介绍您的电脑和挖矿时间，我们可能会引用。',
    points: 150n,
  },
}

/** Tasks of the demo's account: finished, refused, under review, and open. */
export function taskActions(now: number): PastAction[] {
  const moment = (daysAgo: number, hour: number) => dayOf(now) - daysAgo * DAY + hour * HOUR
  const ids: Record<string, string> = {}
  const add = (name: keyof typeof reports) =>
    async function act(ctx: Context) {
      const task = { ...reports[name], kind: 'custom', period: 'once' } as const
      ids[name] = await addTask(ctx.db, task, ctx.clock.now())
    }
  const verify = (id: string, proof?: string) =>
    async function act(ctx: Context) {
      const { id: userId } = await firstPerson(ctx)
      await verifyTask(ctx, { userId, id: ids[id] ?? id, lang: 'en', ...(proof && { proof }) })
    }
  const refuse = (name: keyof typeof reports, refusal: Reason) =>
    async function act(ctx: Context) {
      const { id: userId } = await firstPerson(ctx)
      const task = await taskOf(ctx, ids[name] ?? '')
      await ctx.db.transaction().execute(async (db) => {
        await lockUser(db, userId)
        const entry = await entryOf(db, { userId, taskId: ids[name] ?? '', period: '' })
        if (task && entry) await reviewTask(db, { task, entry, by: OPERATOR, now: ctx.clock.now(), refusal })
      })
      await notifyReviews(ctx)
    }
  return [
    { at: moment(9, 9), act: add('month') },
    { at: moment(9, 9.1), act: add('story') },
    { at: moment(9, 10), act: verify('bind-device') },
    ...[7, 5, 4, 2, 1].map((daysAgo) => ({ at: moment(daysAgo, 20), act: verify('mine-day') })),
    { at: moment(3, 9), act: verify('month', 'https://social.example/posts/4711') },
    { at: moment(2, 11), act: refuse('month', { reason: 'The post was not found.', reasonZh: '未找到该帖子。' }) },
    {
      at: now - 3 * HOUR,
      act: verify('story', 'Two towers in the study heat the flat at night, and mine while they do.'),
    },
  ]
}
