import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { NoFields } from './fields.ts'

/**
 * Where the stream of an account stands, under the base of the calls: a GET with the ticket in a header of that name, and with
 * `last-event-id`, the id of what was heard last, where the page goes on after a break.
 */
export const LIVE_PATH = '/live'

/** A ticket that opens one stream within a minute. What it tells is that something is new, never what. */
export const liveTicket = endpoint('/live/ticket', {
  auth: true,
  request: NoFields,
  reply: v.object({ ticket: v.string() }),
})
