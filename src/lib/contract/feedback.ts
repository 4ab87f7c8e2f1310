import * as v from 'valibot'
import { MAX_CONTACT, MAX_CONTENT, MAX_PICTURES, reportCategories, reportStates } from '../rules/feedback.ts'
import { isVisible, visibleText } from '../rules/names.ts'
import { endpoint } from './endpoint.ts'
import { Count, Id, NoFields, Page, UnixSeconds, Uuid } from './fields.ts'
import { line } from './labels.ts'
import { pagedReply, pageRequest } from './paging.ts'
import { RequestId, requestRefusals } from './requests.ts'

/** Bug reports of users and their replies (SPEC-7.53, ADR-077). */

/** Text over several lines, not empty, without characters that PostgreSQL cannot store. */
const Content = v.pipe(
  v.string(),
  v.transform(visibleText),
  v.check(isVisible),
  v.maxLength(MAX_CONTENT),
  v.regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u),
)

export const ReportMessage = v.object({
  from: v.picklist(['user', 'operator']),
  time: UnixSeconds,
  /** Plain text from the user, Markdown from an operator. */
  content: v.string(),
})
export type ReportMessage = v.InferOutput<typeof ReportMessage>

export const Report = v.object({
  _id: Id,
  category: v.picklist(reportCategories),
  content: v.string(),
  time: UnixSeconds,
  status: v.picklist(reportStates),
  /** The newest reply, in Markdown. */
  result: v.nullable(v.string()),
  /** All messages, the report itself first. */
  words: v.array(ReportMessage),
  /** True if the user has opened every reply. */
  isRead: v.boolean(),
  /** End of the time in which the user may answer a reply; null in other states. */
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
    /** Description of browser and page, with the user's consent. */
    browser: v.optional(line(300)),
    clientVersion: v.optional(line(64)),
    /** Request id of the response that reported the failure. */
    faultId: v.optional(Uuid),
    pictures: v.optional(v.pipe(v.array(Id), v.maxLength(MAX_PICTURES)), []),
    requestId: RequestId,
  }),
  reply: Report,
  refuses: [...requestRefusals, 'PICTURE_GONE'],
})

/** Adds a message after a reply and reopens the report. */
export const followUpReport = endpoint('/feedback/follow-up', {
  auth: true,
  request: v.object({ id: Id, content: Content, requestId: RequestId }),
  reply: Report,
  refuses: [...requestRefusals, 'REPORT_UNKNOWN', 'REPORT_CLOSED', 'REPORT_WAITS'],
})

export const reportList = endpoint('/feedback/pageList', {
  auth: true,
  request: v.object({ ...pageRequest(20), page: v.optional(Page, 1) }),
  reply: pagedReply(Report),
})

const read = v.object({ read: Count })

/** Marks the replies of one report as read. */
export const markReportRead = endpoint('/feedback/read', { auth: true, request: v.object({ id: Id }), reply: read })
export const markAllReportsRead = endpoint('/feedback/readAll', { auth: true, request: NoFields, reply: read })

/** Permission to send one picture by a plain POST to `pictureUpload`: a sealed call carries at most 64 KiB. */
export const pictureTicket = endpoint('/feedback/picture-ticket', {
  auth: true,
  request: NoFields,
  reply: v.object({ id: Id, ticket: v.string(), expiresAt: UnixSeconds }),
})

/** Under the API base: takes the bytes of a picture as its body and the ticket in the header `ticket`. */
export const pictureUpload = { path: '/feedback/picture-upload', reply: v.object({ id: Id }) } as const

/** A picture of one of the user's reports, as WebP in base64. */
export const reportPicture = endpoint('/feedback/picture', {
  auth: true,
  request: v.object({ id: Id }),
  reply: v.object({ id: Id, type: v.literal('image/webp'), data: v.string() }),
  refuses: ['PICTURE_GONE'],
})
