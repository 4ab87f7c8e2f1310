import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { NoFields } from './fields.ts'

/**
 * Ends the reminders to an address by the link of a mail, without a session. Its own file, because a form on a page
 * needs no more.
 */
export const refuseRemindersByMail = endpoint('/user/invite-no-reminders-by-mail', {
  auth: false,
  request: v.object({ ticket: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.-]{10,160}$/)) }),
  reply: NoFields,
  refuses: ['TICKET_WRONG'],
})
