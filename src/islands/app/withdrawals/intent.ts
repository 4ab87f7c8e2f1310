import { $session } from '#lib/session/session.ts'
import { forget, remember, remembered } from '#lib/session/storage.ts'

/**
 * The id of a request that was sent and not answered. The browser keeps it for its user, so that the same figures ask for
 * the same withdrawal after a reload and in another tab; after an hour they are meant anew, and the list tells what became
 * of the first.
 */
const KEPT_MS = 3_600_000

const place = (): string => `unanswered-withdrawal:${$session.get()?.user?.id ?? ''}`

/** The id for what is asked: that of the unanswered request when it said the same, else a new one. */
export function requestIdFor(content: string): string {
  const [requestId, sentAt, ...said] = remembered(place())?.split(' ') ?? []
  const isMeant = said.join(' ') === content && Math.abs(Date.now() - Number(sentAt)) < KEPT_MS
  if (requestId !== undefined && isMeant) return requestId
  const fresh = crypto.randomUUID()
  remember(place(), `${fresh} ${Date.now()} ${content}`)
  return fresh
}

/** An answer has told what became of it. */
export const forgetRequest = (): void => forget(place())
