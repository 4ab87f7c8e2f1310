import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { nothing } from './fields.ts'

/** One call per navigation, with the path and never its query (specification 2, decisions 10). */
export const officialActive = endpoint('/user/official-active', {
  auth: false,
  request: v.object({ path: v.pipe(v.string(), v.maxLength(256), v.regex(/^\/[A-Za-z0-9/_.~-]*$/)) }),
  reply: nothing,
})
