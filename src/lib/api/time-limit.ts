/** Aborts after so long. `AbortSignal.timeout` names the wrong reason in our oldest browsers, and timers are in all. */
export function timeLimit(ms: number): AbortSignal {
  const limit = new AbortController()
  setTimeout(() => limit.abort(), ms)
  return limit.signal
}
