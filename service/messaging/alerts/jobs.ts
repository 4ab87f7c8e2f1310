import type { Context } from '#service/platform/context.ts'
import type { Queue } from '#service/platform/jobs/jobs.ts'
import { dispatchAlerts } from '../notify/dispatch.ts'
import { releaseHeld } from '../notify/queue.ts'
import { endExpiredBrowsers } from '../notify/recipients.ts'
import { readChats } from './chats.ts'
import { watchHot, watchIdle, watchSilence } from './devices.ts'
import { writeDigests } from './digests.ts'
import { notifyNotices } from './notices.ts'
import { notifySettlements } from './settlements.ts'

const EACH_MINUTE = '* * * * *'

/** The first queues find events, and the last one dispatches their alerts. */
export const alertQueues = (ctx: Context): Queue[] => [
  {
    name: 'watch-devices',
    cron: EACH_MINUTE,
    async run() {
      await watchSilence(ctx)
      await watchIdle(ctx)
      await watchHot(ctx)
    },
  },
  { name: 'tell-settlements', cron: '*/10 * * * *', run: () => notifySettlements(ctx) },
  { name: 'tell-notices', cron: EACH_MINUTE, run: () => notifyNotices(ctx) },
  { name: 'write-digests', cron: '5 * * * *', run: () => writeDigests(ctx) },
  { name: 'read-chats', cron: EACH_MINUTE, run: () => readChats(ctx) },
  {
    name: 'decide-alerts',
    cron: EACH_MINUTE,
    async run() {
      await endExpiredBrowsers(ctx)
      await dispatchAlerts(ctx)
      await releaseHeld(ctx)
    },
  },
]
