import type { Today } from '#lib/contract/agent.ts'

/** Age of an answer from which the service is asked again. */
const MAX_AGE_MS = 120_000
/** The same after a failure, and where the day is over. */
const RETRY_MS = 30_000
/** The same where the answer says that nothing is verified, and the last report says otherwise, or the other way round. */
const MIN_AGE_MS = 10_000

/** Today's estimate as far as this program knows. */
export interface DayState {
  answer: Today | undefined
  /** The last request has failed. */
  isFailed: boolean
}

export interface DayWatch {
  state(): DayState
  /** Asks the service again where that is due. Called while somebody looks; `verifiedRate` is that of the last report. */
  look(verifiedRate: number): void
  /** Another device will mine. */
  forget(): void
}

/** Asks the service for today's estimate of this device. `now` is monotonic: the clock of the PC may be wrong. */
export function createDayWatch(ask: () => Promise<Today>, now: () => number = () => performance.now()): DayWatch {
  let answer: { today: Today; until: number } | undefined
  let isFailed = false
  let isAsking = false
  let askedAt = Number.NEGATIVE_INFINITY
  /** Counts devices, so that the answer for one is not shown for the next. */
  let device = 0

  const current = () => (answer && now() < answer.until ? answer.today : undefined)

  function dueAfter(verifiedRate: number): number {
    const today = current()
    if (isFailed || !today) return RETRY_MS
    return today.hashrate > 0 === verifiedRate > 0 ? MAX_AGE_MS : MIN_AGE_MS
  }

  async function askNow(): Promise<void> {
    const asking = device
    isAsking = true
    askedAt = now()
    const found = await ask().catch(() => undefined)
    if (asking !== device) return
    isAsking = false
    isFailed = found === undefined
    if (found) answer = { today: found, until: now() + (found.endsAt - found.serverTime) * 1000 }
  }

  return {
    state: () => ({ answer: current(), isFailed }),
    look(verifiedRate) {
      if (!isAsking && now() - askedAt >= dueAfter(verifiedRate)) void askNow()
    },
    forget() {
      device += 1
      answer = undefined
      isFailed = false
      isAsking = false
      askedAt = Number.NEGATIVE_INFINITY
    },
  }
}
