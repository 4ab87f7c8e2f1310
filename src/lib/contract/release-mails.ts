import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Email, NoFields } from './fields.ts'
import { Release } from './versions.ts'

/**
 * Asks for one mail on the day on which a platform has its package. Of a page that has no session and seals nothing: plain
 * JSON, under `/downloads/` as the packages. Nobody is told which addresses have asked before.
 */
export const subscribeToRelease = endpoint('/downloads/tell', {
  auth: false,
  request: v.object({ platform: Release.entries.platform, email: Email, lang: v.picklist(['en', 'zh']) }),
  reply: NoFields,
})
