import type { ReplyOf } from '#lib/contract/endpoint.ts'
import type { pointsOverview } from '#lib/contract/points.ts'
import { nextMilestone } from '#lib/rules/points.ts'
import { formatCount, groupThousands } from '#lib/text/decimal.ts'
import { utcTime } from '#lib/time/format.ts'
import { Fit } from '#ui/fit.tsx'
import { FigureSkeleton, LinesSkeleton } from '#ui/skeleton.tsx'
import { Loaded } from '../core/calls/load-state.tsx'
import { BrassStrip, CELLS } from './brass-strip.tsx'
import { $points } from './store.ts'
import { p, signed, sources } from './texts.ts'

type Overview = ReplyOf<typeof pointsOverview>

/** Total points, their sources, and their use. */
export function PointsBalance() {
  return (
    <section className="panel p-5 lg:p-6 flex flex-col" aria-labelledby="points-balance">
      <h2 id="points-balance" className="text-sm font-medium text-muted">
        {p('balance.title')}
      </h2>
      <div className="flex-1 min-h-97">
        <Loaded
          store={$points}
          flush
          skeleton={
            <div className="grid gap-6 mt-2">
              <FigureSkeleton />
              <LinesSkeleton lines={8} />
            </div>
          }
        >
          {(overview) => <Figures overview={overview} />}
        </Loaded>
      </div>
      <p className="mt-4 text-sm text-muted">
        <span className="font-medium text-base-content">{p('redeem.title')}</span> {p('redeem.text')}
      </p>
    </section>
  )
}

function Figures({ overview }: { overview: Overview }) {
  const { total, today, miningToday, settling, tasksFinished, settlementAt } = overview
  const coming = String(BigInt(miningToday) + BigInt(settling))
  return (
    <>
      <p className="num title text-5xl text-accent mt-1 @container" translate="no">
        <Fit text={groupThousands(total)} />
      </p>
      <p className="mt-2 text-sm text-muted">
        {p('balance.today', { points: signed(today), tasks: p('balance.tasks', { count: tasksFinished }) })}
      </p>
      <p className="text-xs text-faint min-h-4 mt-1">
        {coming !== '0' && p('balance.coming', { points: groupThousands(coming), time: utcTime(settlementAt) })}
      </p>
      <Shares overview={overview} />
      <dl className="mt-2 rule text-sm">
        {sources.map(({ source, color }) => (
          <div key={source} className="flex items-center justify-between gap-4 py-2.5">
            <dt className="text-muted inline-flex items-center gap-2.5">
              <span className="swatch" style={{ backgroundColor: color }} />
              {p(`sources.${source}`)}
            </dt>
            <dd className="num font-semibold" translate="no">
              {groupThousands(overview.sources[source])}
            </dd>
          </div>
        ))}
      </dl>
      <Goal total={BigInt(total)} />
    </>
  )
}

/** The way to the next milestone. What redeeming will cost is not decided, so it promises nothing. */
function Goal({ total }: { total: bigint }) {
  const milestone = nextMilestone(total)
  const lit = Number((total < 0n ? 0n : total * BigInt(CELLS)) / milestone)
  const words = { goal: formatCount(milestone), left: formatCount(milestone - total) }
  return (
    <div className="mt-4 pt-4 border-t border-line grid gap-2">
      <p className="text-sm flex flex-wrap justify-between gap-x-4">
        <span className="text-muted">{p('redeem.goal', words)}</span>
        <span className="num font-semibold text-accent">{p('redeem.left', words)}</span>
      </p>
      <BrassStrip lit={lit} />
    </div>
  )
}

/** The sources as parts of one line; decoration, because the list below has the same figures. */
export function Shares({ overview }: { overview: Overview }) {
  const parts = sources.filter(({ source }) => Number(overview.sources[source]) > 0)
  return (
    <div className={`mt-4 h-2 flex gap-px ${parts.length === 0 ? 'bg-line' : ''}`} aria-hidden="true">
      {parts.map(({ source, color }) => (
        <span
          key={color}
          className="forced-color-adjust-none"
          style={{ backgroundColor: color, flexGrow: overview.sources[source] }}
        />
      ))}
    </div>
  )
}
