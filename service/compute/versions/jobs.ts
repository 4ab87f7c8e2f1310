import type { Context } from '#service/platform/context.ts'
import type { Queue } from '#service/platform/jobs/jobs.ts'
import { mailReleases } from './release-mails.ts'

export const versionQueues = (ctx: Context): Queue[] => [
  { name: 'tell-releases', cron: '* * * * *', run: () => mailReleases(ctx) },
]
