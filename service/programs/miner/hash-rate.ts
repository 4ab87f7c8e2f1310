/** Hashes a second between calls with the count of hashes, smoothed over a few of them. */
export function createHashRate(): (hashes: number) => number {
  let last = { hashes: 0, at: performance.now(), rate: 0 }
  return (hashes) => {
    const at = performance.now()
    const rate = at > last.at ? ((hashes - last.hashes) / (at - last.at)) * 1000 : last.rate
    const before = last.rate
    last = { hashes, at, rate }
    return before === 0 ? rate : before * 0.7 + rate * 0.3
  }
}
