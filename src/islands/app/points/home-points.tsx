import { percentShares } from '#lib/rules/percent-shares.ts'
import { groupThousands } from '#lib/text/decimal.ts'
import { FigureSkeleton, LinesSkeleton } from '#ui/skeleton.tsx'
import { Loaded } from '../core/calls/load-state.tsx'
import { Shares } from './balance.tsx'
import { $points } from './store.ts'
import { p, signed, sources } from './texts.ts'

/** Points on the overview: the total, today's, and the sources by their share. */
export function HomePoints() {
  return (
    <section className="panel p-5 lg:p-6" aria-labelledby="home-points">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="home-points" className="title text-lg">
          {p('balance.home')}
        </h2>
        <a className="btn btn-ghost btn-sm -mr-3" href="/user/user-points">
          {p('sources.task')}
        </a>
      </div>
      <Loaded
        store={$points}
        flush
        skeleton={
          <div className="grid gap-6 mt-2.5">
            <FigureSkeleton />
            <LinesSkeleton lines={2} />
          </div>
        }
      >
        {(overview) => {
          const percents = percentShares(sources.map(({ source }) => BigInt(overview.sources[source])))
          const shares = sources.flatMap((one, index) => {
            const percent = percents[index] ?? 0
            return percent > 0 ? [{ ...one, percent }] : []
          })
          return (
            <>
              <p className="mt-1 flex flex-wrap items-baseline gap-x-2">
                <span className="num title text-3xl text-accent" translate="no">
                  {groupThousands(overview.total)}
                </span>
                <span className="num text-sm text-muted">
                  {p('balance.ofToday', { points: signed(overview.today) })}
                </span>
              </p>
              <Shares overview={overview} />
              <ul className="mt-2.5 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
                {shares.map(({ source, color, percent }) => (
                  <li key={source} className="inline-flex items-center gap-1.5 num">
                    <span className="swatch" style={{ backgroundColor: color }} />
                    {p(`sources.${source}`)} {percent}%
                  </li>
                ))}
              </ul>
            </>
          )
        }}
      </Loaded>
    </section>
  )
}
