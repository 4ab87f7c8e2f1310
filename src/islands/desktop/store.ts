import { atom, computed } from 'nanostores'
import { call } from '#lib/api/browser.ts'
import { markAllRead, markRead, messageList } from '#lib/contract/messages.ts'
import { markNoticesRead, type Notice, noticeList, unreadNotices } from '#lib/contract/notices.ts'
import { unreadMessages } from '#lib/contract/unread.ts'
import { currentLocale } from '#lib/session/locale.ts'
import { $session } from '#lib/session/session.ts'
import { remember, remembered } from '#lib/session/storage.ts'
import { postToHost } from './host.ts'

export interface Item {
  id: string
  title: string
  content: string
  isMarkdown: boolean
  isRead: boolean
  time: number
  href: string | null
}

interface Shown {
  items: readonly Item[]
  unread: number
  /** True for a user's messages; signed-out visitors get the announcements. */
  isSignedIn: boolean
}

/** Content of the page; undefined until the first response. */
export const $shown = atom<Shown | undefined>()
/** True if the last load failed. */
export const $failed = atom(false)

const SIZE = 20

const itemOf = ({ _id: id, isRead, time, ...notice }: Notice): Item => {
  const isChinese = currentLocale() === 'zh'
  return {
    id,
    title: isChinese ? notice.titleZh : notice.title,
    content: isChinese ? notice.contentZh : notice.content,
    isMarkdown: true,
    isRead,
    time,
    href: null,
  }
}

async function ownMessages(): Promise<Shown> {
  const [{ records }, { total }] = await Promise.all([
    call(messageList, { page: 1, size: SIZE }),
    call(unreadMessages, {}),
  ])
  return { items: records.map(({ _id: id, ...rest }) => ({ id, ...rest })), unread: total, isSignedIn: true }
}

async function publicNotices(): Promise<Shown> {
  const { records } = await call(noticeList, { page: 1, size: SIZE })
  return { items: records.map(itemOf), unread: 0, isSignedIn: false }
}

/** Numbers of the newest request, and of the newest one that has ended: answers are applied in order. */
let request = 0
let ended = 0

async function show(ask: () => Promise<Shown>): Promise<void> {
  request += 1
  const mine = request
  const shown = await ask().catch(() => undefined)
  if (mine < ended) return
  ended = mine
  $failed.set(shown === undefined)
  if (!shown) return
  $shown.set(shown)
  postToHost({ type: 'unread', count: shown.unread })
}

const isSignedIn = () => $session.get() !== undefined

/** The newest messages of the signed-in user; announcements without a session or after it has expired. */
export const showMessages = (): Promise<void> =>
  show(() =>
    isSignedIn()
      ? ownMessages().catch((error) => {
          if (isSignedIn()) throw error
          return publicNotices()
        })
      : publicNotices(),
  )

function updateItems(change: (item: Item) => Item, unread: (before: number) => number): void {
  const shown = $shown.get()
  if (!shown) return
  const next = { ...shown, items: shown.items.map(change), unread: unread(shown.unread) }
  $shown.set(next)
  postToHost({ type: 'unread', count: next.unread })
}

/** An opened message is marked as read once the service has saved it. */
export async function readItem({ id, isRead }: Item): Promise<void> {
  if (isRead || !isSignedIn()) return
  const saved = await call(markRead, { ids: [id] }).catch(() => undefined)
  if (saved)
    updateItems(
      (item) => (item.id === id ? { ...item, isRead: true } : item),
      (before) => Math.max(0, before - 1),
    )
}

/** Marks all as read; returns true if it was saved. */
export async function readEverything(): Promise<boolean> {
  const saved = await call(markAllRead, {}).catch(() => undefined)
  if (saved)
    updateItems(
      (item) => ({ ...item, isRead: true }),
      () => 0,
    )
  return saved !== undefined
}

/** Publication time of the newest announcement that a signed-out visitor has closed here. */
const SEEN = 'noticeSeen'

async function newNotices(): Promise<Shown> {
  if (isSignedIn()) {
    const { records, total } = await call(unreadNotices, { page: 1, size: SIZE })
    return { items: records.map(itemOf), unread: total, isSignedIn: true }
  }
  const seen = Number(remembered(SEEN) ?? 0)
  const { records } = await call(noticeList, { page: 1, size: SIZE })
  // Only the newest: closing it includes the earlier ones.
  const items = records
    .filter(({ time }) => time > seen)
    .slice(0, 1)
    .map(itemOf)
  return { items, unread: items.length, isSignedIn: false }
}

/** Announcements that were not closed yet, newest first. */
export async function showNotices(): Promise<void> {
  await show(() =>
    newNotices().catch((error) => {
      if (isSignedIn()) throw error
      return newNotices()
    }),
  )
  if (!$failed.get() && $shown.get()?.items.length === 0) postToHost({ type: 'close' })
}

/** The announcement on top of the dialog. */
export const $notice = computed($shown, (shown) => shown?.items[0])

/** Closes an announcement; with the last one, the host may close the dialog. */
export async function closeNotice({ id, time }: Item): Promise<void> {
  const shown = $shown.get()
  if (!shown) return
  if (shown.isSignedIn) await call(markNoticesRead, { ids: [id] }).catch(() => undefined)
  else remember(SEEN, String(Math.max(time, Number(remembered(SEEN) ?? 0))))
  const items = shown.items.filter((item) => item.id !== id)
  const unread = Math.max(0, shown.unread - 1)
  $shown.set({ ...shown, items, unread })
  postToHost({ type: 'unread', count: unread })
  if (items.length === 0) postToHost({ type: 'close' })
}
