import * as v from 'valibot'
import { MAX_CONTACT, MAX_CONTENT, MAX_PICTURES, reportCategories, reportStates } from '../rules/feedback.ts'
import { isVisible, visibleText } from '../rules/names.ts'
import { endpoint } from './endpoint.ts'
import { Count, Id, nothing, Page, UnixSeconds, Uuid } from './fields.ts'
import { line } from './labels.ts'
import { pageAsked, pagedReply } from './paging.ts'
import { RequestId, requestRefusals } from './requests.ts'

/** Bug reports of users and what became of them (SPEC-7.53, ADR-077). */

/** Text over several lines, never empty, nothing in it that a database can't keep. */
const Content = v.pipe(
  v.string(),
  v.transform(visibleText),
  v.check(isVisible),
  v.maxLength(MAX_CONTENT),
  v.regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u),
)

export const ReportWord = v.object({
  from: v.picklist(['user', 'operator']),
  time: UnixSeconds,
  /** Plain of the user, Markdown of an operator. */
  content: v.string(),
})
export type ReportWord = v.InferOutput<typeof ReportWord>

export const Report = v.object({
  _id: Id,
  category: v.picklist(reportCategories),
  content: v.string(),
  time: UnixSeconds,
  status: v.picklist(reportStates),
  /** The newest answer, in Markdown. */
  result: v.nullable(v.string()),
  /** All that was said, the report itself first. */
  words: v.array(ReportWord),
  /** Whether there is no answer that the user has not opened. */
  isRead: v.boolean(),
  /** Until when the user may add a word to a reply; null in other states. */
  openUntil: v.nullable(UnixSeconds),
  pictures: v.array(Id),
})
export type Report = v.InferOutput<typeof Report>

export const addReport = endpoint('/feedback/add', {
  auth: true,
  request: v.object({
    category: v.picklist(reportCategories),
    content: Content,
    contact: v.optional(line(MAX_CONTACT), ''),
    /** With the user's consent: what the browser and the page are. */
    browser: v.optional(line(300)),
    clientVersion: v.optional(line(64)),
    /** The id of the answer that said that something went wrong. */
    faultId: v.optional(Uuid),
    pictures: v.optional(v.pipe(v.array(Id), v.maxLength(MAX_PICTURES)), []),
    requestId: RequestId,
  }),
  reply: Report,
  refuses: [...requestRefusals, 'PICTURE_GONE'],
})

/** A new word to a reply, which makes it a report that waits again. */
export const followUpReport = endpoint('/feedback/follow-up', {
  auth: true,
  request: v.object({ id: Id, content: Content, requestId: RequestId }),
  reply: Report,
  refuses: [...requestRefusals, 'REPORT_UNKNOWN', 'REPORT_CLOSED', 'REPORT_WAITS'],
})

export const reportList = endpoint('/feedback/pageList', {
  auth: true,
  request: v.object({ ...pageAsked(20), page: v.optional(Page, 1) }),
  reply: pagedReply(Report),
})

const read = v.object({ read: Count })

/** Marks the answers of one report as read. */
export const readReport = endpoint('/feedback/read', { auth: true, request: v.object({ id: Id }), reply: read })
export const readAllReports = endpoint('/feedback/readAll', { auth: true, request: nothing, reply: read })

/** A right to send one picture by a plain POST to `pictureUpload`: a sealed call carries 64 KiB at most. */
export const pictureTicket = endpoint('/feedback/picture-ticket', {
  auth: true,
  request: nothing,
  reply: v.object({ id: Id, ticket: v.string(), expiresAt: UnixSeconds }),
})

/** Under the base of the calls: takes the bytes of a picture as its body, with the ticket in the header `ticket`. */
export const pictureUpload = { path: '/feedback/picture-upload', reply: v.object({ id: Id }) } as const

/** A picture of the user's own reports, as WebP in base64. */
export const reportPicture = endpoint('/feedback/picture', {
  auth: true,
  request: v.object({ id: Id }),
  reply: v.object({ id: Id, type: v.literal('image/webp'), data: v.string() }),
  refuses: ['PICTURE_GONE'],
})
