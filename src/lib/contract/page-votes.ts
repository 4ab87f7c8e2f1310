import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { NoFields } from './fields.ts'

/** The answer to “Was this page helpful?”, by the path of a page of docs, guide or questions (ADR-129). It is counted, and nothing else is kept. */
export const votePage = /* @__PURE__ */ endpoint('/page/vote', {
  auth: false,
  request: v.object({
    path: v.pipe(v.string(), v.maxLength(120), v.regex(/^\/[\w/-]*$/)),
    isHelpful: v.boolean(),
  }),
  reply: NoFields,
  refuses: ['PAGE_UNKNOWN'],
})
