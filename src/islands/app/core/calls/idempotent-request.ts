import { newRequestId } from '#lib/api/request-id.ts'
import { $session } from '#lib/session/session.ts'
import { remember, remembered } from '#lib/session/storage.ts'

interface SentRequest {
  requestId: string
  /** Unix milliseconds by this device's clock. */
  sentAt: number
}

/**
 * Sends a request that moves money at most once, however often it is pressed: concurrent presses share one response.
 * Until a response arrives the browser stores the request id for its user, so that the same figures repeat the same
 * request after a reload and in other tabs. After `retentionMs` they make a new request, and the list shows the outcome of
 * the first.
 */
export function createIdempotentRequest<Answer>(
  name: string,
  { retentionMs }: { retentionMs: number },
): (figures: object, send: (requestId: string) => Promise<Answer>) => Promise<Answer> {
  const sending = new Map<string, Promise<Answer>>()
  const place = () => `unanswered-${name}:${$session.get()?.user?.id ?? ''}`

  /** Pending requests by their content; unreadable storage counts as empty. */
  function unanswered(): Map<string, SentRequest> {
    try {
      const all = JSON.parse(remembered(place()) ?? '[]') as [string, SentRequest][]
      return new Map(all.filter(([, { sentAt }]) => Math.abs(Date.now() - sentAt) < retentionMs))
    } catch {
      return new Map()
    }
  }
  const save = (sent: ReadonlyMap<string, SentRequest>) => remember(place(), JSON.stringify([...sent]))

  function requestIdFor(content: string): string {
    const sent = unanswered()
    const { requestId } = sent.get(content) ?? { requestId: newRequestId() }
    if (!sent.has(content)) save(sent.set(content, { requestId, sentAt: Date.now() }))
    return requestId
  }
  function forget(content: string): void {
    const sent = unanswered()
    sent.delete(content)
    save(sent)
  }

  return (figures, send) => {
    const content = JSON.stringify(figures)
    const known = sending.get(content)
    if (known) return known
    const answer = send(requestIdFor(content))
      .then((answered) => {
        forget(content)
        return answered
      })
      .finally(() => sending.delete(content))
    sending.set(content, answer)
    return answer
  }
}
