import { $session } from '#lib/session/session.ts'

/**
 * The id of a request that was sent and not answered. The tab keeps it for its user, so that the same figures ask for the
 * same withdrawal after the page was loaded anew; where storage is forbidden it lasts as long as the page.
 */
const memory = new Map<string, string>()

const place = (): string => `unanswered-withdrawal:${$session.get()?.user?.id ?? ''}`

function kept(): string | undefined {
  try {
    return memory.get(place()) ?? sessionStorage.getItem(place()) ?? undefined
  } catch {
    return undefined
  }
}

/** The id for what is asked: that of the unanswered request when it said the same, else a new one. */
export function requestIdFor(content: string): string {
  const [requestId, ...said] = kept()?.split(' ') ?? []
  if (requestId !== undefined && said.join(' ') === content) return requestId
  const fresh = crypto.randomUUID()
  memory.set(place(), `${fresh} ${content}`)
  try {
    sessionStorage.setItem(place(), `${fresh} ${content}`)
  } catch {
    // The page's memory has it.
  }
  return fresh
}

/** An answer has told what became of it. */
export function forgetRequest(): void {
  memory.delete(place())
  try {
    sessionStorage.removeItem(place())
  } catch {
    // Nothing was kept there.
  }
}
