export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** The value that so large a share of all values does not exceed, as `percentile(values, 0.95)`. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** Ends the process with status 1 when `BENCH_GATE=1` and the ratio is under the gate. */
export function gate(what: string, ratio: number, min: number): void {
  const isHeld = ratio >= min
  console.log(`${what}: ${ratio.toFixed(1)}x (${isHeld ? 'held' : 'MISSED'}: at least ${min}x)`)
  if (!isHeld && process.env.BENCH_GATE === '1') process.exitCode = 1
}

/** 230 bytes of JSON, the size of a usual request with its signature. */
export const usualPayload = {
  walletId: '66f1c0a2b7d94e3f8a5c1b20',
  amount: '12.345678',
  note: 'x'.repeat(18),
  timestamp: 1790000000,
  versionNo: '1.0.0',
  randomStr: 'a8Kd03LmQz',
  salt: 'a-setting-both-sides-know',
  sign: '5d41402abc4b2a76b9719d911017c592',
}
