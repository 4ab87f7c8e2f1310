import { timeLimit } from '#lib/api/time-limit.ts'

/** A page that has not begun to come by then can't be had. */
const TIMEOUT_MS = 10_000

/** Whether a page can be had: where it can't, the browser's own error page would take the place of ours. */
export const isReachable = (address: string): Promise<boolean> =>
  fetch(address, { method: 'HEAD', cache: 'no-store', signal: timeLimit(TIMEOUT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )
