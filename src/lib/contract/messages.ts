import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Count, Id, nothing, UnixSeconds } from './fields.ts'
import { keyedAsked, keyedReply, keyOf } from './keys.ts'
import { isReadAsked } from './paging.ts'

/** What the service has to say to a user, notices to everybody among it (ADR-076). */
export const messageCategories = ['announcement', 'feedback', 'message'] as const
const Category = v.picklist(messageCategories)

export const Message = v.object({
  _id: Id,
  category: Category,
  isRead: v.boolean(),
  time: UnixSeconds,
  /** Title and text in the language of the call; a plain text's lines are broken by line feeds. */
  title: v.string(),
  content: v.string(),
  /** Whether the text is an operator's, in Markdown (src/lib/text/markdown.ts). */
  isMarkdown: v.boolean(),
  /** The screen of what it tells of, or null. */
  href: v.nullable(v.string()),
})
export type Message = v.InferOutput<typeof Message>

const Key = keyOf('time', 'id')

export const messageList = endpoint('/user-message/list', {
  auth: true,
  request: v.object({
    ...keyedAsked(20, Key),
    category: v.optional(Category),
    isRead: v.optional(isReadAsked),
  }),
  reply: keyedReply(Message, Key),
})

const read = v.object({ read: Count })

/** Marks messages of the user as read; those of others, and those that are read already, stay as they are. */
export const markRead = endpoint('/user-message/batch-mark-read', {
  auth: true,
  request: v.object({ ids: v.pipe(v.array(Id), v.minLength(1), v.maxLength(100)) }),
  reply: read,
})

export const markAllRead = endpoint('/user-message/one-click-reading', { auth: true, request: nothing, reply: read })
