import { randomUUID } from 'node:crypto'
import { answerReport } from '#service/messaging/feedback/answers.ts'
import { lockReport, markAnswersNotified, submitReport } from '#service/messaging/feedback/submit-report.ts'
import { addNotice, markReadUntil } from '#service/messaging/notices/publish.ts'
import { markMessagesRead } from '#service/messaging/notify/user-messages.ts'
import type { Context } from '#service/platform/context.ts'
import { newId } from '#service/platform/ids.ts'
import { firstPerson } from './people.ts'
import { contextAt } from './simulation.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

interface DemoNotice {
  hoursAgo: number
  title: string
  title_zh: string
  content: string
  content_zh: string
}

/** Notices of the demo's operators. */
const notices: readonly DemoNotice[] = [
  {
    hoursAgo: 3,
    title: 'Short maintenance tonight',
    title_zh: '今晚短时维护',
    content:
      "Tonight from **23:30 to 23:40 UTC** we're moving the service to newer machines.\n\n- Devices keep mining and report once it's back.\n- Today's earnings are settled as usual.\n- Withdrawals in review stay in review.",
    content_zh:
      '今晚 **23:30 至 23:40（UTC）** 服务将迁移到新机器并重启。\n\n- 设备会继续挖矿，恢复后自动上报。\n- 当日收益照常结算。\n- 审核中的提现不受影响。',
  },
  {
    hoursAgo: 6 * 24 + 5,
    title: "When you can withdraw a day's earnings",
    title_zh: '每日收益何时可提现',
    content:
      "A day's earnings (00:00 to 24:00 UTC) are settled from *04:00 UTC* the next day, and you can withdraw them from the **following 00:00 UTC**.\n\nA withdrawal is credited within 24 hours of your request.",
    content_zh:
      '每日收益（UTC 00:00 至 24:00）于次日 *UTC 04:00* 起结算，**第三天 UTC 00:00** 起可提现。\n\n提现在您提交后 24 小时内到账。',
  },
  {
    hoursAgo: 11 * 24 + 2,
    title: 'A proof of all balances, every day',
    title_zh: '每天公布全部余额的证明',
    content:
      'Every day we publish a **signed proof of all balances**.\n\nDownload yours on the page *Balance*, and check it offline with one of our checkers.',
    content_zh: '我们每天公布**全部余额的签名证明**。\n\n您可在*余额*页面下载自己的余额证明，再用核对工具离线核对。',
  },
]

interface Reported {
  category: 'earnings' | 'device' | 'site'
  daysAgo: number
  content: string
  answer?: { hoursLater: number; content: string }
}

/** Reports of the demo's account: closed, answered, and waiting. */
const reported: readonly Reported[] = [
  {
    category: 'device',
    daysAgo: 12,
    content: 'After a restart, the miner shows a hash rate of zero for a few minutes.',
    answer: {
      hoursLater: 20,
      content:
        "That's how it's measured: the rate is the *verified* work of the last 10 minutes, so it climbs from zero.",
    },
  },
  {
    category: 'earnings',
    daysAgo: 3,
    content: "Can I save the earnings chart as a table? I'd like to compare months.",
    answer: {
      hoursLater: 26,
      content: 'Yes: open **Earnings**, choose your dates and press *Export CSV* above the list.',
    },
  },
  { category: 'site', daysAgo: 0.2, content: "On my tablet, a device's projects take a moment to open." },
]

/** Adds the reports and their answers by the service's own code, at their times. */
async function addReports(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const { id: userId } = await firstPerson(ctx)
  for (const { daysAgo, answer, category, content } of reported) {
    const time = now - daysAgo * DAY
    const request = {
      category,
      content,
      contact: '',
      pictures: [],
      requestId: randomUUID(),
      userId,
      lang: 'en',
    } as const
    const { _id: id } = await submitReport(contextAt(ctx, time), { ...request, pictures: [] })
    if (!answer) continue
    const answeredAt = time + answer.hoursLater * HOUR
    await ctx.db.transaction().execute(async (db) => {
      const whole = await lockReport(db, { id })
      if (whole) await answerReport(db, whole, { by: 'demo', content: answer.content, now: answeredAt, closes: false })
    })
  }
  await markAnswersNotified(ctx.db, new Date(now))
  const old = { category: 'feedback', before: new Date(now - 4 * DAY) } as const
  await markMessagesRead(ctx.db, old, new Date(now - 4 * HOUR))
}

/** Adds notices and reports, and marks the older ones as read. */
export async function addNoticesAndReports(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  for (const { hoursAgo, ...texts } of notices) {
    const at = new Date(now - hoursAgo * HOUR)
    const row = { ...texts, id: newId(), publish_at: at, withdrawn_at: null, created_at: at, created_by: 'demo' }
    await addNotice(ctx.db, row)
  }
  await markReadUntil(ctx.db, new Date(now - DAY))
  await addReports(ctx)
}
