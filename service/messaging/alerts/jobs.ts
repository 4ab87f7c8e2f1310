import type { Context } from '#service/platform/context.ts'
import type { Queue } from '#service/platform/jobs/jobs.ts'
import { decideAlerts } from '../notify/deciding.ts'
import { releaseHeld } from '../notify/queue.ts'
import { readChats } from './chats.ts'
import { watchIdle, watchSilence } from './devices.ts'
import { writeDigests } from './digests.ts'
import { tellNotices } from './notices.ts'
import { tellSettlements } from './settlements.ts'

const EACH_MINUTE = '* * * * *'

/** What there is to tell is found out by the first ones, and sent on by the last one. */
export const alertQueues = (ctx: Context): Queue[] => [
  {
    name: 'watch-devices',
    cron: EACH_MINUTE,
    async run() {
      await watchSilence(ctx)
      await watchIdle(ctx)
    },
  },
  { name: 'tell-settlements', cron: '*/10 * * * *', run: () => tellSettlements(ctx) },
  { name: 'tell-notices', cron: EACH_MINUTE, run: () => tellNotices(ctx) },
  { name: 'write-digests', cron: '5 * * * *', run: () => writeDigests(ctx) },
  { name: 'read-chats', cron: EACH_MINUTE, run: () => readChats(ctx) },
  {
    name: 'decide-alerts',
    cron: EACH_MINUTE,
    async run() {
      await decideAlerts(ctx)
      await releaseHeld(ctx)
    },
  },
]
