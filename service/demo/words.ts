import type { Context } from '../context.ts'
import { newId } from '../ids.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

interface Told {
  hoursAgo: number
  title: string
  title_zh: string
  content: string
  content_zh: string
}

/** What the demo's operators have told everybody. */
const told: readonly Told[] = [
  {
    hoursAgo: 3,
    title: 'Short maintenance tonight',
    title_zh: '今晚短时维护',
    content:
      'Tonight from **23:30 to 23:40 UTC** the service restarts on newer machines.\n\n- Devices keep mining and report when it is back.\n- Earnings of the day are settled as always.\n- Withdrawals that are in review stay in review.',
    content_zh:
      '今晚 **23:30 至 23:40（UTC）** 服务将迁移到新机器并重启。\n\n- 设备会继续挖矿，恢复后自动上报。\n- 当日收益照常结算。\n- 审核中的提现不受影响。',
  },
  {
    hoursAgo: 6 * 24 + 5,
    title: 'When a day can be withdrawn',
    title_zh: '每日收益何时可提现',
    content:
      'Earnings of a day (00:00 to 24:00 UTC) are settled from *04:00 UTC* on the day after, and can be withdrawn at the **next 00:00 UTC**.\n\nA withdrawal is credited within 24 hours of your request.',
    content_zh:
      '每日收益（UTC 00:00 至 24:00）于次日 *UTC 04:00* 起结算，并在**再下一个 UTC 00:00** 起可提现。\n\n提现在您提交后 24 小时内到账。',
  },
]

/** Fills what operators say; the older ones are read. */
export async function addWords(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  for (const { hoursAgo, ...texts } of told) {
    const at = new Date(now - hoursAgo * HOUR)
    const row = { ...texts, id: newId(), publish_at: at, withdrawn_at: null, created_at: at, created_by: 'demo' }
    await ctx.db.insertInto('notices').values(row).execute()
  }
  const users = await ctx.db.selectFrom('users').select('id').execute()
  const marks = users.map(({ id }) => ({ user_id: id, read_until: new Date(now - DAY) }))
  await ctx.db.insertInto('notice_marks').values(marks).execute()
}
