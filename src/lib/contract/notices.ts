import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Count, Id, nothing, Page, UnixSeconds } from './fields.ts'
import { isReadAsked, pageAsked, pagedReply } from './paging.ts'

/** Announcements of operators to everybody (SPEC-7.50, ADR-076). */

/** How many come at a time (SPEC-9.23). */
export const NOTICE_PAGE = 20

export const Notice = v.object({
  _id: Id,
  title: v.string(),
  titleZh: v.string(),
  /** Markdown (src/lib/text/markdown.ts). */
  content: v.string(),
  contentZh: v.string(),
  time: UnixSeconds,
  /** For a visitor everything is read: nobody keeps what they have seen. */
  isRead: v.boolean(),
})
export type Notice = v.InferOutput<typeof Notice>

const page = { ...pageAsked(NOTICE_PAGE), page: v.optional(Page, 1) }
const reply = pagedReply(Notice)

/** What is published, newest first. Visitors may read it too. */
export const noticeList = endpoint('/sys-notice/list', {
  auth: 'optional',
  request: v.object({ ...page, isRead: v.optional(isReadAsked) }),
  reply,
})

export const unreadNotices = endpoint('/sys-notice/list-unread-message', {
  auth: true,
  request: v.object(page),
  reply,
})

const read = v.object({ read: Count })

/** Marks notices as read for the user; what is none, and what is read already, counts for nothing. */
export const markNoticesRead = endpoint('/sys-notice/batch-mark-read', {
  auth: true,
  request: v.object({ ids: v.pipe(v.array(Id), v.minLength(1), v.maxLength(100)) }),
  reply: read,
})

export const markAllNoticesRead = endpoint('/sys-notice/one-click-reading', {
  auth: true,
  request: nothing,
  reply: read,
})
