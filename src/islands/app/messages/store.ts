import { atom, computed } from 'nanostores'
import * as contract from '#lib/contract/messages.ts'
import { call } from '../calls/call.ts'
import { createResource } from '../calls/resource.ts'
import { $unread, unreadChanged } from '../shell/unread.ts'

export type Message = contract.Message
export const tabNames = ['unread', 'announcement', 'feedback', 'message'] as const
export type Tab = (typeof tabNames)[number]

/** Messages come 20 at a time (specification 9). */
const SIZE = 20
const REFRESH_MS = 30_000

export const $tab = atom<Tab>('unread')
/** What the list of a tab asks for; reports have a list of their own. */
const filterOf = (tab: Tab) => (tab === 'unread' ? { isRead: false } : { category: tab })
const $filter = computed($tab, (tab) => (tab === 'feedback' ? undefined : filterOf(tab)))

/** The newest ones, asked for again while somebody looks. */
export const $newest = createResource(contract.messageList, {
  $payload: computed($filter, (filter) => filter && { ...filter, page: 1, size: SIZE }),
  everyMs: REFRESH_MS,
  $changes: computed($unread, ({ data }) => data && JSON.stringify(data)),
})

/** Older ones that were asked for here. */
const $older = atom<readonly Message[]>([])
/** Messages that were read here: a row of the unread stays in its place until the list is chosen anew. */
const $readHere = atom<Readonly<Record<string, Message>>>({})

/** The one that is open. */
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

/** Those of the rows that count against the number of all: what was read here has left the list of the unread. */
const $counted = computed([$rows, $tab], (rows, tab) =>
  tab === 'unread' ? rows.filter(({ isRead }) => !isRead).length : rows.length,
)

export const $hasMore = computed([$newest, $counted], ({ data }, counted) => data !== undefined && data.total > counted)

/** Asks for the next ones. What was read meanwhile has moved the unread up: they begin after those that are shown. */
export async function loadMore(): Promise<void> {
  const filter = $filter.get()
  if (!filter) return
  const page = Math.floor($counted.get() / SIZE) + 1
  const { records } = await call(contract.messageList, { ...filter, page, size: SIZE })
  if ($filter.get() === filter) $older.set([...$older.get(), ...records])
}

const keepRead = (rows: readonly Message[]) =>
  $readHere.set({ ...$readHere.get(), ...Object.fromEntries(rows.map((one) => [one._id, { ...one, isRead: true }])) })

/** Opens a message, which is then read; when that cannot be kept, it will be unread again. */
export async function openMessage(message: Message): Promise<void> {
  $chosen.set(message)
  if (message.isRead) return
  keepRead([message])
  await call(contract.markRead, { ids: [message._id] }).catch(() => undefined)
  unreadChanged()
}

/** Marks those that are shown as read, in one call. */
export async function readShown(): Promise<void> {
  const rows = $rows.get().filter(({ isRead }) => !isRead)
  for (let from = 0; from < rows.length; from += 100)
    await call(contract.markRead, { ids: rows.slice(from, from + 100).map(({ _id }) => _id) })
  keepRead(rows)
  unreadChanged()
}

export async function readAll(): Promise<void> {
  try {
    await call(contract.markAllRead, {})
    keepRead($rows.get())
  } finally {
    unreadChanged()
    void $newest.reload()
  }
}
