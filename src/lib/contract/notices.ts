import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Count, Id, NoFields, Page, UnixSeconds } from './fields.ts'
import { isReadFilter, pagedReply, pageRequest } from './paging.ts'

/** Announcements of operators to everyone (SPEC-7.50, ADR-076). */

/** Rows per page (SPEC-9.23). */
export const NOTICE_PAGE = 20

export const Notice = v.object({
  _id: Id,
  title: v.string(),
  titleZh: v.string(),
  /** Markdown (src/lib/text/markdown.ts). */
  content: v.string(),
  contentZh: v.string(),
  time: UnixSeconds,
  /** Always true for visitors, whose reads are not stored. */
  isRead: v.boolean(),
})
export type Notice = v.InferOutput<typeof Notice>

const page = { ...pageRequest(NOTICE_PAGE), page: v.optional(Page, 1) }
const reply = pagedReply(Notice)

/** Published notices, newest first. Visitors may read them too. */
export const noticeList = endpoint('/sys-notice/list', {
  auth: 'optional',
  request: v.object({ ...page, isRead: v.optional(isReadFilter) }),
  reply,
})

export const unreadNotices = endpoint('/sys-notice/list-unread-message', {
  auth: true,
  request: v.object(page),
  reply,
})

const read = v.object({ read: Count })

/** Marks notices as read for the user; ignores unknown ids and read ones. */
export const markNoticesRead = endpoint('/sys-notice/batch-mark-read', {
  auth: true,
  request: v.object({ ids: v.pipe(v.array(Id), v.minLength(1), v.maxLength(100)) }),
  reply: read,
})

export const markAllNoticesRead = endpoint('/sys-notice/one-click-reading', {
  auth: true,
  request: NoFields,
  reply: read,
})
