import { atom } from 'nanostores'
import { shellEndpoints } from '../calls/call.ts'
import { createResource } from '../calls/resource.ts'

/** How many messages are unread: on the bell of the shell, and on this screen's tab. */
export const $unread = createResource(() => shellEndpoints().then(({ unreadMessages }) => unreadMessages), {
  $payload: atom({}),
  everyMs: 60_000,
})
