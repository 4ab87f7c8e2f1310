import type { ReplyOf } from '#lib/contract/endpoint.ts'
import type { rentalDetail } from '#lib/contract/gpu.ts'
import { localDateTime, utcDateTime, utcTime } from '#lib/time/format.ts'
import { LineChart } from '#ui/chart/line-chart.tsx'
import { LinesSkeleton } from '#ui/skeleton.tsx'
import { Loaded } from '../../core/calls/load-state.tsx'
import { percent } from '../format.ts'
import { m } from '../texts.ts'
import { Inside } from './inside.tsx'
import { Ports } from './ports.tsx'
import { RentalKeys } from './rental-keys.tsx'
import { $detail } from './store.ts'

type Detail = ReplyOf<typeof rentalDetail>

/** Published ports, keys, load of the machine, and the rental's log. */
export function RentalDetail() {
  return (
    <div className="border-t border-line p-5 lg:p-6">
      <Loaded store={$detail} skeleton={<LinesSkeleton lines={6} />} flush>
        {({ rental, load, events, ports, keyIds }) => (
          <div className="grid grid-cols-[minmax(0,1fr)] lg:grid-cols-2 gap-6">
            {rental.state === 'running' && rental.access && <Inside rental={rental} />}
            {ports && <Ports rentalId={rental.id} ports={ports} />}
            {rental.state === 'running' && <RentalKeys rentalId={rental.id} keyIds={keyIds} />}
            <Loads load={load} />
            <Log events={events} />
          </div>
        )}
      </Loaded>
    </div>
  )
}

/** The title says once that it is UTC. */
const hourOf = (at: number): string => utcTime(at).slice(0, 5)

const colors = { cpu: '--color-primary', memory: '--color-info', gpu: '--color-accent' } as const

function Loads({ load }: Pick<Detail, 'load'>) {
  const hasGpu = load.some(({ gpu }) => gpu !== null)
  const kinds = ['cpu', 'memory', ...(hasGpu ? (['gpu'] as const) : [])] as const
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4" aria-label={m('load.title')}>
      <h3 className="title text-sm">
        {m('load.title')} <span className="text-xs text-muted font-normal">UTC</span>
      </h3>
      {load.length === 0 && <p className="text-sm text-muted">{m('load.none')}</p>}
      {load.length > 0 &&
        kinds.map((kind) => (
          <div key={kind}>
            <h4 className="text-sm text-muted">{m(`load.${kind}`)}</h4>
            <LineChart
              height={110}
              max={100}
              color={colors[kind]}
              points={load.map((sample) => ({ at: sample.time, value: String(sample[kind] ?? 0) }))}
              words={{ label: m(`load.${kind}`), day: m('history.time'), value: m(`load.${kind}`) }}
              formatDay={hourOf}
              formatValue={(value) => percent(Number(value))}
            />
          </div>
        ))}
    </section>
  )
}

function Log({ events }: Pick<Detail, 'events'>) {
  return (
    <section aria-label={m('log.title')}>
      <h3 className="title text-sm">
        {m('log.title')} <span className="text-xs text-muted font-normal">UTC</span>
      </h3>
      <ul className="rule mt-2 text-sm">
        {events.map(({ id, time, kind, detail }) => (
          <li key={id} className="py-2 flex flex-wrap justify-between gap-x-4">
            <span>{m(`log.${kind}`, { detail: detail ?? '' })}</span>
            <span className="num text-muted" translate="no" title={m('yourTime', { time: localDateTime(time) })}>
              {utcDateTime(time).replace(' UTC', '')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
