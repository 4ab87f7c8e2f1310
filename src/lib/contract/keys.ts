import * as v from 'valibot'
import { utcDayStart } from '../time/format.ts'
import { Page } from './fields.ts'
import { pagedReply, pageRequest } from './paging.ts'

/** What a key is made of. A `time` is in Unix milliseconds, as many as a database keeps. */
const keyParts = {
  day: '[12]\\d{3}-\\d\\d-\\d\\d',
  number: '\\d{1,18}',
  time: '\\d{1,14}',
  id: '[\\w-]{1,64}',
}
export type KeyPart = keyof typeof keyParts

/** Where a page of a growing list ends: the next one begins behind it, whatever was added meanwhile. A `day` comes first. */
export const keyOf = (...parts: readonly KeyPart[]) =>
  v.pipe(
    v.string(),
    v.regex(new RegExp(`^${parts.map((part) => keyParts[part]).join('\\.')}$`)),
    v.check((text) => parts[0] !== 'day' || utcDayStart(text.slice(0, 10)) !== undefined),
  )
type Key = ReturnType<typeof keyOf>

/** What a growing list asks for: by the number of a page, or behind the `next` of the page before. */
export const keyedRequest = (size: number, key: Key) => ({
  ...pageRequest(size),
  page: v.optional(Page, 1),
  after: v.optional(key),
})

/** A page of a growing list; `next` is null where it is the last. */
export const keyedReply = <Row extends v.GenericSchema>(row: Row, key: Key) =>
  pagedReply(row, { next: v.nullable(key) })
