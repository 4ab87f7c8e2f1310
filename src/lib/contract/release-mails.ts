import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Email, NoFields } from './fields.ts'
import { Release } from './versions.ts'

/**
 * Requests one mail on the release day of a platform's package. The page has no session and seals nothing: plain JSON,
 * under `/downloads/` like the packages. The reply never reveals which addresses are subscribed.
 */
export const subscribeToRelease = endpoint('/downloads/tell', {
  auth: false,
  request: v.object({ platform: Release.entries.platform, email: Email, lang: v.picklist(['en', 'zh']) }),
  reply: NoFields,
})
