import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Id, NoFields, UnixSeconds } from './fields.ts'

/** Separate from accounts.ts because the sign-in pages' script has no byte to spare. */

export const protocol = endpoint('/user/protocol', {
  auth: false,
  request: v.object({ type: v.picklist(['terms', 'privacy']) }),
  reply: v.object({ title: v.string(), titleZh: v.string(), content: v.string(), contentZh: v.string() }),
})

export const Session = v.object({
  id: Id,
  browser: v.string(),
  createdAt: UnixSeconds,
  lastSeenAt: UnixSeconds,
  current: v.boolean(),
})
export type Session = v.InferOutput<typeof Session>

export const sessions = endpoint('/user/sessions', {
  auth: true,
  request: NoFields,
  reply: v.object({ list: v.array(Session) }),
})

export const revokeSession = endpoint('/user/revoke-session', {
  auth: true,
  request: v.object({ id: Id }),
  reply: NoFields,
  refuses: ['SESSION_GONE'],
})
