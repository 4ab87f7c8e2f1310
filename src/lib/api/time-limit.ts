/** Aborts after `ms`. `AbortSignal.timeout` has the wrong abort reason in the oldest supported browsers. */
export function timeLimit(ms: number): AbortSignal {
  const limit = new AbortController()
  setTimeout(() => limit.abort(), ms)
  return limit.signal
}
