import type { Poster } from '#service/money/ledger/poster.ts'
import type { Work } from '#service/money/ledger/work.ts'

/** Runs works that share one transaction: they come while two others, which do nothing, keep the poster busy. */
export async function inOneGroup<T>(poster: Poster, works: readonly Work<T>[]): Promise<PromiseSettledResult<T>[]> {
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const busy = gates.map(({ promise }) =>
    poster.run({
      async prepare() {
        await promise
        return { answer: undefined, transfers: [], now: 0 }
      },
    }),
  )
  const before = Promise.allSettled(busy)
  const runs = Promise.allSettled(works.map((work) => poster.run(work)))
  gates[0]?.resolve()
  const results = await runs
  gates[1]?.resolve()
  await before
  return results
}
