import * as v from 'valibot'
import { utcDayStart } from '../time/format.ts'
import { Page } from './fields.ts'
import { pagedReply, pageRequest } from './paging.ts'

/** Parts of a key. A `time` is in Unix milliseconds, the precision of the database. */
const keyParts = {
  day: '[12]\\d{3}-\\d\\d-\\d\\d',
  number: '\\d{1,18}',
  time: '\\d{1,14}',
  id: '[\\w-]{1,64}',
}
export type KeyPart = keyof typeof keyParts

/** Cursor of a growing list: the next page begins after it, regardless of rows added since. A `day` comes first. */
export const keyOf = (...parts: readonly KeyPart[]) =>
  v.pipe(
    v.string(),
    v.regex(new RegExp(`^${parts.map((part) => keyParts[part]).join('\\.')}$`)),
    v.check((text) => parts[0] !== 'day' || utcDayStart(text.slice(0, 10)) !== undefined),
  )
type Key = ReturnType<typeof keyOf>

/** Request of a growing list: by page number, or after the `next` of the previous page. */
export const keyedRequest = (size: number, key: Key) => ({
  ...pageRequest(size),
  page: v.optional(Page, 1),
  after: v.optional(key),
})

/** A page of a growing list; `next` is null on the last page. */
export const keyedReply = <Row extends v.GenericSchema>(row: Row, key: Key) =>
  pagedReply(row, { next: v.nullable(key) })
