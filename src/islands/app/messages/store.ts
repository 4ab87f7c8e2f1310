import { atom, computed } from 'nanostores'
import * as contract from '#lib/contract/messages.ts'
import { call } from '../core/calls/call.ts'
import { createGrowingList } from '../core/lists/create-growing-list.ts'
import { $unread, unreadChanged } from '../core/shell/unread.ts'

export type Message = contract.Message
export const tabNames = ['unread', 'announcement', 'feedback', 'message'] as const
export type Tab = (typeof tabNames)[number]

/** Messages come 20 at a time (SPEC-9.22). */
const SIZE = 20
const REFRESH_MS = 30_000

export const $tab = atom<Tab>('unread')
/** Filter of a tab's list; reports have their own list. */
const filterOf = (tab: Tab) =>
  tab === 'feedback' ? undefined : tab === 'unread' ? { isRead: false } : { category: tab }

/** The newest messages are polled while there are listeners. */
const box = createGrowingList(contract.messageList, {
  filter: filterOf($tab.get()) as ReturnType<typeof filterOf>,
  size: SIZE,
  payload: (filter) => filter,
  everyMs: REFRESH_MS,
  $changes: computed($unread, ({ data }) => data && JSON.stringify(data)),
})
export const { $newest, more: loadMore } = box

/** Messages read here: a row of the unread stays in its place until the list is chosen again. */
const $readHere = atom<Readonly<Record<string, Message>>>({})

/** The one that is open. */
export const $chosen = atom<Message | undefined>(undefined)

export function chooseTab(tab: Tab): void {
  $readHere.set({})
  $chosen.set(undefined)
  $tab.set(tab)
  box.set(filterOf(tab))
}

/** All that is shown, newest first: what has been read of the list, and what was read here and has left it. */
export const $rows = computed([box.$shown, $readHere], (shown, readHere) => {
  const rows = new Map<string, Message>()
  for (const one of [...(shown?.records ?? []), ...Object.values(readHere)]) rows.set(one._id, readHere[one._id] ?? one)
  return [...rows.values()].sort((a, b) => b.time - a.time || (a._id < b._id ? -1 : 1))
})

export const $hasMore = computed(box.$shown, (shown) => Boolean(shown?.next))

const storeRead = (rows: readonly Message[]) =>
  $readHere.set({ ...$readHere.get(), ...Object.fromEntries(rows.map((one) => [one._id, { ...one, isRead: true }])) })

/** Opens a message, which is then read; when that cannot be kept, it will be unread again. */
export async function openMessage(message: Message): Promise<void> {
  $chosen.set(message)
  if (message.isRead) return
  storeRead([message])
  await call(contract.markRead, { ids: [message._id] }).catch(() => undefined)
  unreadChanged()
}

/** Marks those that are shown as read, in one call. */
export async function readShown(): Promise<void> {
  const rows = $rows.get().filter(({ isRead }) => !isRead)
  for (let from = 0; from < rows.length; from += 100)
    await call(contract.markRead, { ids: rows.slice(from, from + 100).map(({ _id }) => _id) })
  storeRead(rows)
  unreadChanged()
}

export async function readAll(): Promise<void> {
  try {
    await call(contract.markAllRead, {})
    storeRead($rows.get())
  } finally {
    unreadChanged()
    void box.reload()
  }
}
