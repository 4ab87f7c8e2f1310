import type { Context } from '../../context.ts'
import type { Queue } from '../../jobs/jobs.ts'
import { tellReleases } from './telling.ts'

export const versionQueues = (ctx: Context): Queue[] => [
  { name: 'tell-releases', cron: '* * * * *', run: () => tellReleases(ctx) },
]
