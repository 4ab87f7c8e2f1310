import { formatCount, formatMoney } from '#lib/text/decimal.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { gib, hoursText, measured, network, regionText } from '../format.ts'
import { Model } from '../model.tsx'
import { OfferStatus } from '../status.tsx'
import { m } from '../texts.ts'
import type { Detail } from './store.ts'

/** The machine in a glance: its name, state and price. */
export function MachineHead({ detail: { offer } }: { detail: Detail }) {
  return (
    <section className="panel p-5 lg:p-6" aria-labelledby="machine">
      <p className="flex items-center justify-between gap-3 text-sm text-muted">
        <span className="min-w-0 truncate">
          <bdi>{regionText(offer.region)}</bdi> · <span className="code">{offer.id}</span>
        </span>
        <OfferStatus offer={offer} />
      </p>
      <h2 id="machine" className="title text-2xl mt-2">
        <Model offer={offer} />
      </h2>
      <p className="mt-3">
        <span className="figure text-3xl" translate="no">
          {formatMoney(offer.price)}
        </span>{' '}
        <span className="ml-0.5 text-muted">
          USDT {offer.count > 1 ? m('offer.perGpu', { price: formatMoney(offer.pricePerGpu) }) : m('offer.perHour')}
        </span>
      </p>
    </section>
  )
}

/** Hardware, reliability and benchmark. */
export function MachinePanel({ detail }: { detail: Detail }) {
  const { offer, facts, benchmark, reach, driver } = detail
  const speed = (value: number) => `${formatCount(Math.round(value))} MiB/s`
  const rows: readonly (readonly [string, string])[] = [
    [m('offer.memory'), offer.count > 0 ? `${offer.count} × ${gib(offer.memoryMib)}` : m('offer.noGpu')],
    [m('offer.cpu'), m('offer.cpuOf', { cpu: offer.cpu, cores: offer.cores })],
    [m('offer.ram'), gib(offer.ramMib)],
    [m('offer.disk'), gib(offer.diskGib * 1024)],
    [m('offer.network'), network(offer.networkMbps)],
    [m('offer.reach'), m(`reach.${reach}`)],
    ...(driver === null ? [] : [[m('offer.driver'), driverText(driver)] as const]),
    [m('offer.longest'), hoursText(offer.longestHours)],
  ]
  return (
    <section className="panel p-5 lg:p-6" aria-labelledby="hardware">
      <h3 id="hardware" className="title">
        {m('offer.hardware')}
      </h3>
      <Rows rows={rows} />
      <h3 className="title mt-5">{m('reliability.title')}</h3>
      <p className="text-sm text-muted mt-1">{m('reliability.text')}</p>
      <Rows
        rows={[
          [m('offer.reliability'), measured(offer.reliability)],
          [m('reliability.uptime'), measured(facts.uptime)],
          [m('reliability.ended'), endedText(facts)],
        ]}
      />
      <h3 className="title mt-5">{m('benchmark.title')}</h3>
      {benchmark ? (
        <>
          <p className="text-sm text-muted mt-1">{m('benchmark.text', { time: utcDateTime(benchmark.time) })}</p>
          <Rows
            rows={[
              [m('benchmark.sha256'), speed(benchmark.sha256)],
              [m('benchmark.memory'), speed(benchmark.memory)],
              [m('benchmark.disk'), speed(benchmark.disk)],
            ]}
          />
        </>
      ) : (
        <p className="text-sm text-muted mt-1">{m('benchmark.none')}</p>
      )}
    </section>
  )
}

function endedText({ ended, failed }: Detail['facts']): string {
  const values = { ended: formatCount(ended), failed: formatCount(failed) }
  return failed === 0 ? values.ended : m('reliability.endedOf', values)
}

const driverText = (driver: string): string => m(driver === 'container' ? 'driver.container' : 'driver.process')

function Rows({ rows }: { rows: readonly (readonly [string, string])[] }) {
  return (
    <dl className="mt-2 text-sm rule [&>div]:flex [&>div]:flex-wrap [&>div]:justify-between [&>div]:gap-x-4 [&>div]:py-2.5">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt className="text-muted">{name}</dt>
          <dd className="num whitespace-normal! text-right">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
