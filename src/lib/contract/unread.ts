import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Count, NoFields } from './fields.ts'

/** How much of the box is not read: apart from it, because the shell asks for this on every screen. */
export const unreadMessages = endpoint('/user/unread-message-nums', {
  auth: true,
  request: NoFields,
  reply: v.object({ total: Count, announcement: Count, feedback: Count, message: Count }),
})
