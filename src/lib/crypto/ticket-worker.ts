import { createTicketMaker } from './curve.ts'
import type { Ticket } from './seal.ts'

/** What the page says: the public key first, then how many tickets it wants. */
export type Order = { publicKeyHex: string } | { count: number }

let makeTicket: (() => Ticket) | undefined

self.addEventListener('message', ({ data }: MessageEvent<Order>) => {
  if ('publicKeyHex' in data) makeTicket = createTicketMaker(data.publicKeyHex)
  else for (let i = 0; i < data.count; i++) post(makeTicket?.())
})

/** The buffers move to the page, so that nothing of a ticket stays here. */
function post(ticket: Ticket | undefined): void {
  if (!ticket) throw new Error('asked for tickets before the key')
  self.postMessage(ticket, { transfer: [ticket.c1.buffer, ticket.shared.buffer] })
}
