import { atom, computed } from 'nanostores'
import * as contract from '#lib/contract/messages.ts'
import { call } from '../calls/call.ts'
import { createResource } from '../calls/resource.ts'
import { $unread } from '../shell/unread.ts'

export type Message = contract.Message
export type Tab = 'unread' | 'message'

/** Messages come 20 at a time (specification 9). */
const SIZE = 20
const REFRESH_MS = 30_000

export const $tab = atom<Tab>('unread')
const $filter = computed($tab, (tab) => (tab === 'unread' ? { isRead: false } : {}))

/** The newest ones, asked for again while somebody looks. */
export const $newest = createResource(contract.messageList, {
  $payload: computed($filter, (filter) => ({ ...filter, page: 1, size: SIZE })),
  everyMs: REFRESH_MS,
})

/** Older ones that were asked for here. */
const $older = atom<readonly Message[]>([])
/** Messages that were read here: a row of the unread stays in its place until the list is chosen anew. */
const $readHere = atom<Readonly<Record<string, Message>>>({})

export const $chosen = atom<Message | undefined>(undefined)

export function chooseTab(tab: Tab): void {
  $older.set([])
  $readHere.set({})
  $chosen.set(undefined)
  $tab.set(tab)
}

/** All that is shown, newest first, each once, however the pages have moved since. */
export const $rows = computed([$newest, $older, $readHere], ({ data }, older, readHere) => {
  const rows = new Map<string, Message>()
  for (const one of [...(data?.records ?? []), ...older, ...Object.values(readHere)])
    rows.set(one._id, readHere[one._id] ?? one)
  return [...rows.values()].sort((a, b) => b.time - a.time || (a._id < b._id ? -1 : 1))
})

export const $hasMore = computed([$newest, $rows], ({ data }, rows) => {
  const unreadHere = rows.filter(({ isRead }) => !isRead).length
  return data !== undefined && data.total > ($tab.get() === 'unread' ? unreadHere : rows.length)
})

/** Asks for the next ones. What was read meanwhile has moved the unread up: they begin after those that are shown. */
export async function loadMore(): Promise<void> {
  const shown = $tab.get() === 'unread' ? $rows.get().filter(({ isRead }) => !isRead).length : $rows.get().length
  const page = Math.floor(shown / SIZE) + 1
  const { records } = await call(contract.messageList, { ...$filter.get(), page, size: SIZE })
  $older.set([...$older.get(), ...records])
}

/** Opens a message, which is then read; when that cannot be kept, it will be unread again. */
export async function openMessage(message: Message): Promise<void> {
  $chosen.set(message)
  if (message.isRead) return
  $readHere.set({ ...$readHere.get(), [message._id]: { ...message, isRead: true } })
  await call(contract.markRead, { ids: [message._id] }).catch(() => undefined)
  await $unread.reload()
}

export async function readAll(): Promise<void> {
  try {
    await call(contract.markAllRead, {})
    $readHere.set(Object.fromEntries($rows.get().map((one) => [one._id, { ...one, isRead: true }])))
  } finally {
    void $unread.reload()
    void $newest.reload()
  }
}
