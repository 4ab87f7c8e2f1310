import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Count, NoFields } from './fields.ts'

/** Number of unread messages; separate from the box because the shell requests it on every screen. */
export const unreadMessages = endpoint('/user/unread-message-nums', {
  auth: true,
  request: NoFields,
  reply: v.object({ total: Count, announcement: Count, feedback: Count, message: Count }),
})
