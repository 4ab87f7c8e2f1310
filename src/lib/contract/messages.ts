import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Count, Id, NoFields, UnixSeconds } from './fields.ts'
import { keyedReply, keyedRequest, keyOf } from './keys.ts'
import { isReadFilter } from './paging.ts'

/** Messages of the service to a user, including notices to everyone (ADR-076). */
export const messageCategories = ['announcement', 'feedback', 'message'] as const
const Category = v.picklist(messageCategories)

export const Message = v.object({
  _id: Id,
  category: Category,
  isRead: v.boolean(),
  time: UnixSeconds,
  /** Title and text in the language of the call; line feeds break the lines of a plain text. */
  title: v.string(),
  content: v.string(),
  /** True if the text is Markdown from an operator (src/lib/text/markdown.ts). */
  isMarkdown: v.boolean(),
  /** The screen that the message is about, or null. */
  href: v.nullable(v.string()),
})
export type Message = v.InferOutput<typeof Message>

const Key = keyOf('time', 'id')

export const messageList = endpoint('/user-message/list', {
  auth: true,
  request: v.object({
    ...keyedRequest(20, Key),
    category: v.optional(Category),
    isRead: v.optional(isReadFilter),
  }),
  reply: keyedReply(Message, Key),
})

const read = v.object({ read: Count })

/** Marks the user's messages as read; others' messages, and read ones, stay unchanged. */
export const markRead = endpoint('/user-message/batch-mark-read', {
  auth: true,
  request: v.object({ ids: v.pipe(v.array(Id), v.minLength(1), v.maxLength(100)) }),
  reply: read,
})

export const markAllRead = endpoint('/user-message/one-click-reading', { auth: true, request: NoFields, reply: read })
