import { LIVE_PATH, liveTicket } from '#lib/contract/live.ts'
import type { Visitor } from './visitor.ts'

export interface OpenStream {
  /** Whether it is a stream and not a refusal. */
  readonly isOpen: boolean
  /** All received text. */
  text(): string
  /** The id of the last message. */
  lastId(): string | undefined
  /** Settles when the server ends it. */
  readonly ended: Promise<void>
  close(): void
}

/** Opens a stream with a ticket, as the page does; after a break with the id of the last message. */
export async function openStream(address: string, ticket: string, lastId?: string): Promise<OpenStream> {
  const stop = new AbortController()
  const headers = { ticket, ...(lastId !== undefined && { 'last-event-id': lastId }) }
  const response = await fetch(`${address}/api${LIVE_PATH}`, { headers, signal: stop.signal })
  let text = ''
  const read = async () => {
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) text += part.value
  }
  return {
    isOpen: response.headers.get('content-type') === 'text/event-stream',
    text: () => text,
    lastId: () => Array.from(text.matchAll(/^id: (.+)$/gm), ([, id]) => id).at(-1),
    ended: read().catch(() => undefined),
    close: () => stop.abort(),
  }
}

export const ticketOf = async (user: Visitor): Promise<string> => (await user.call(liveTicket, {})).ticket
