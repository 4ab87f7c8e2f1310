import { createTicketMaker } from './curve.ts'
import type { Ticket } from './seal.ts'

/** Messages of the page: the public key first, then numbers of tickets. */
export type Order = { publicKeyHex: string } | { count: number }

let makeTicket: (() => Ticket) | undefined

self.addEventListener('message', ({ data }: MessageEvent<Order>) => {
  if ('publicKeyHex' in data) makeTicket = createTicketMaker(data.publicKeyHex)
  else for (let i = 0; i < data.count; i++) post(makeTicket?.())
})

/** Transfers the buffers to the page, so that the worker keeps no secret. */
function post(ticket: Ticket | undefined): void {
  if (!ticket) throw new Error('asked for tickets before the key')
  self.postMessage(ticket, { transfer: [ticket.c1.buffer, ticket.shared.buffer] })
}
