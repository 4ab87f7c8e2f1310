import { timeLimit } from '#lib/api/time-limit.ts'

/** A page that has not begun to load by then counts as unreachable. */
const TIMEOUT_MS = 10_000

/** True if a page can be loaded: otherwise the browser's error page would replace ours. */
export const isReachable = (address: string): Promise<boolean> =>
  fetch(address, { method: 'HEAD', cache: 'no-store', signal: timeLimit(TIMEOUT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )
