/** One figure, computed as it was before and as it is now. */
export interface Comparison {
  readonly name: string
  readonly before?: () => Promise<unknown>
  readonly after: () => Promise<unknown>
  /** Most milliseconds of `after`. */
  readonly maxMs: number
}

const ROUNDS = 12

async function msOf(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await act()
  return performance.now() - start
}

/** Prints the best of both, taken in turn: what else the machine does only adds to a time. */
export async function compare(size: string, comparisons: readonly Comparison[]): Promise<void> {
  for (const { name, before, after, maxMs } of comparisons) {
    const [old, fresh]: [number[], number[]] = [[], []]
    for (let round = 0; round <= ROUNDS; round += 1) {
      const ms = [before ? await msOf(before) : Number.NaN, await msOf(after)] as const
      // The first round fills the caches.
      if (round > 0) {
        old.push(ms[0])
        fresh.push(ms[1])
      }
    }
    const [was, is] = [Math.min(...old), Math.min(...fresh)]
    const ratio = before
      ? `${was.toFixed(1).padStart(9)} -> ${is.toFixed(1)} ms (${(was / is).toFixed(1)}x)`
      : `${is.toFixed(1)} ms`
    console.log(
      `${size.padEnd(20)}${name.padEnd(44)}${ratio.padEnd(34)}${is <= maxMs ? 'held' : `MISSED: ${maxMs} ms`}`,
    )
    if (is > maxMs && process.env.BENCH_GATE === '1') process.exitCode = 1
  }
}
