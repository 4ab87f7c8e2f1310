import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { NoFields } from './fields.ts'

/**
 * Path of an account's event stream under the API base: a GET with the ticket in a header of that name, and
 * `last-event-id`, the last received id, to resume after an interruption.
 */
export const LIVE_PATH = '/live'

/** A ticket that opens one stream within a minute. Events say that something changed, never its content. */
export const liveTicket = endpoint('/live/ticket', {
  auth: true,
  request: NoFields,
  reply: v.object({ ticket: v.string() }),
})
