/** Hashes a second at one point of the chart: counted on this PC, and verified by the service. */
export type RatePoint = readonly [local: number, verified: number]

export const POINT_SECONDS = 5
/** Ten minutes. */
export const MAX_POINTS = 120

export interface RateHistory {
  add(local: number, verified: number, at: number): void
  /** Oldest first, one every 5 seconds. */
  points(): RatePoint[]
}

/** Keeps the mean of each five seconds. Times are in milliseconds. */
export function createRateHistory(): RateHistory {
  let done: RatePoint[] = []
  let current: { slot: number; local: number; verified: number; count: number } | undefined
  const mean = () => current && ([current.local / current.count, current.verified / current.count] as const)
  return {
    add(local, verified, at) {
      const slot = Math.floor(at / (POINT_SECONDS * 1000))
      const last = mean()
      if (current?.slot !== slot) {
        if (last) done = [...done, last].slice(1 - MAX_POINTS)
        current = { slot, local: 0, verified: 0, count: 0 }
      }
      current.local += local
      current.verified += verified
      current.count += 1
    },
    points() {
      const last = mean()
      return last ? [...done, last] : done
    },
  }
}
