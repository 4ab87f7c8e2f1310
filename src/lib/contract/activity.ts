import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { NoFields } from './fields.ts'

/** A longer path is cut to this length. */
export const MAX_PATH = 256

/** One call per navigation, with the path and never its query (SPEC-2.30, ADR-129). */
export const officialActive = endpoint('/user/official-active', {
  auth: false,
  request: v.object({ path: v.pipe(v.string(), v.maxLength(MAX_PATH), v.regex(/^\/[\w.~!$&'()*+,;=:@%/-]*$/)) }),
  reply: NoFields,
})
