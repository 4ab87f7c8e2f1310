import { newRequestId } from '#lib/api/request-id.ts'
import { $session } from '#lib/session/session.ts'
import { remember, remembered } from '#lib/session/storage.ts'

/**
 * The ids of requests that were sent and not answered, by what they ask for. The browser keeps them for its user, so that
 * the same figures ask for the same withdrawal after a reload and in another tab, whatever else is asked for meanwhile;
 * after an hour the same figures are a new request, and the list tells what became of the first.
 */
const KEPT_MS = 3_600_000

interface Sent {
  requestId: string
  /** Unix milliseconds by this device's clock. */
  sentAt: number
}

const place = (): string => `unanswered-withdrawals:${$session.get()?.user?.id ?? ''}`

/** Those that still count, by content; what is no list of ours counts as none. */
function unanswered(): Map<string, Sent> {
  try {
    const all = JSON.parse(remembered(place()) ?? '[]') as [string, Sent][]
    return new Map(all.filter(([, { sentAt }]) => Math.abs(Date.now() - sentAt) < KEPT_MS))
  } catch {
    return new Map()
  }
}

const keep = (sent: ReadonlyMap<string, Sent>) => remember(place(), JSON.stringify([...sent]))

/** The id for what is asked: that of the unanswered request when it said the same, else a new one. */
export function requestIdFor(content: string): string {
  const sent = unanswered()
  const { requestId } = sent.get(content) ?? { requestId: newRequestId() }
  if (!sent.has(content)) keep(sent.set(content, { requestId, sentAt: Date.now() }))
  return requestId
}

/** An answer has told what became of it. */
export function forgetRequest(content: string): void {
  const sent = unanswered()
  sent.delete(content)
  keep(sent)
}
