import { atom, onMount } from 'nanostores'
import { shellEndpoints } from '../calls/call.ts'
import { createResource } from '../calls/resource.ts'

/** How many messages are unread: on the bell of the shell, and on the tabs of the messages. */
export const $unread = createResource(() => shellEndpoints().then(({ unreadMessages }) => unreadMessages), {
  $payload: atom({}),
  everyMs: 60_000,
})

const open = () => new BroadcastChannel('unread')
let channel: BroadcastChannel | undefined

/** Other tabs broadcast when something was read there. */
onMount($unread, () => {
  if (typeof document === 'undefined' || typeof BroadcastChannel === 'undefined') return
  channel = open()
  channel.onmessage = () => void $unread.reload()
  return () => channel?.close()
})

/** Messages were read here: loads again and notifies other tabs. */
export function unreadChanged(): void {
  channel?.postMessage(0)
  void $unread.reload()
}
