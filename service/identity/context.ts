import type { SocialSite } from '#lib/rules/social.ts'
import type { OwnData } from '#service/platform/own-data.ts'
import type { Holdings } from './own-account/holdings.ts'
import type { Google } from './providers/google.ts'
import type { Site } from './providers/sites/site.ts'
import type { SocialVerifiers } from './providers/social.ts'
import type { Captcha } from './sign-in/captcha.ts'
import type { SocialTasks } from './social/tasks.ts'
import type { Referrals } from './users/referrals.ts'

declare module '#service/platform/context.ts' {
  interface Context {
    captcha: Captcha
    social: SocialVerifiers
    socialTasks: SocialTasks
    holdings: Holdings
    referrals: Referrals
    /** The user's data of each feature, for export and erasure. */
    ownData: readonly OwnData[]
    /** Undefined when no client id is set. */
    google: Google | undefined
    /** The configured sites on which users have accounts. */
    sites: Partial<Record<SocialSite, Site>>
  }
}
