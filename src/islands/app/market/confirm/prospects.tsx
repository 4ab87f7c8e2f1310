import { fromUnits, toUnits } from '#lib/money/coins.ts'
import { forecastOutput, type RateScenario, rateScenarios } from '#lib/rules/plans.ts'
import { formatMoney, groupThousands, truncate } from '#lib/text/decimal.ts'
import { UnbrokenDates } from '#ui/unbroken-dates.tsx'
import { type Column, DataList } from '../../core/lists/data-list.tsx'
import { m } from '../texts.ts'
import type { Detail } from './store.ts'

const names = Object.keys(rateScenarios) as RateScenario[]
const lines: Readonly<Record<RateScenario, string>> = {
  falls: 'text-info',
  stays: 'text-base-content',
  rises: 'text-primary',
}

/** When a plan pays back, with its formula, in three scenarios as a drawing and as a table. */
export function Prospects({ detail: { plan, coinPrice, pricesAsOf } }: { detail: Detail }) {
  const prospect = {
    coin: plan.currencyCode,
    price: plan.price,
    hashrate: plan.hashrate,
    perUnitDay: plan.rate.perUnitDay,
    coinPrice,
    days: plan.days,
  }
  const results = names.map((name) => ({ name, ...forecastOutput(prospect, name) }))
  const day = results.find(({ name }) => name === 'stays')?.breakEvenDay
  const values = {
    price: formatMoney(plan.price),
    hashrate: groupThousands(plan.hashrate),
    unit: plan.unit,
    rate: plan.rate.perUnitDay,
    coin: plan.currencyCode,
    coinPrice,
    since: plan.rate.since,
    prices: pricesAsOf,
  }
  return (
    <section className="panel overflow-hidden" aria-labelledby="prospects">
      <div className="p-5 lg:p-6">
        <h2 id="prospects" className="title text-lg">
          {day === undefined
            ? m('prospects.never')
            : m(day > plan.days ? 'prospects.beyond' : 'prospects.onDay', { day, days: plan.days })}
        </h2>
        <p className="mt-2 text-sm text-muted num whitespace-normal!">{m('prospects.formula', values)}</p>
        <p className="mt-1 text-sm text-muted num whitespace-normal!">
          <UnbrokenDates text={m('prospects.dates', values)} />
        </p>
        <Drawing results={results} price={plan.price} days={plan.days} />
      </div>
      <div className="border-t border-line">
        <DataList
          name="prospects"
          caption={m('prospects.table')}
          columns={columns(plan)}
          rows={results}
          rowKey={({ name }) => name}
        />
      </div>
      <p className="px-5 lg:px-6 py-4 text-sm text-muted border-t border-line">{m('promise')}</p>
    </section>
  )
}

interface ScenarioResult {
  name: RateScenario
  breakEvenDay?: number | undefined
  worth: string
}

/** Worth less price, of both as they are shown: figures side by side add up. */
function netOf(worth: string, price: string): string {
  const shown = (amount: string) => toUnits(truncate(amount, 2), 'USDT')
  return fromUnits(shown(worth) - shown(price), 'USDT')
}

const columns = ({ days, price }: Detail['plan']): readonly Column<ScenarioResult>[] => [
  {
    key: 'scenario',
    header: m('prospects.scenario'),
    role: 'title',
    cell: ({ name }) => (
      <>
        <span className={`inline-block w-4 border-t-2 border-current align-middle mr-2 ${lines[name]}`} />
        {m(`prospects.${name}`)}
      </>
    ),
  },
  {
    key: 'breakEven',
    header: m('prospects.breakEven'),
    align: 'end',
    cell: ({ breakEvenDay: day }) =>
      day === undefined || day > days ? m('prospects.notInTerm') : m('prospects.day', { day }),
  },
  { key: 'worth', header: m('prospects.worth'), align: 'end', cell: ({ worth }) => `${formatMoney(worth)} USDT` },
  {
    key: 'net',
    header: m('prospects.net'),
    align: 'end',
    role: 'value',
    isNamed: true,
    cell: ({ worth }) => `${formatMoney(netOf(worth, price))} USDT`,
  },
]

interface DrawingProps {
  results: readonly { name: RateScenario; worth: string }[]
  price: string
  days: number
}

/** Worth of the output by day in each scenario, from nothing up, and the price across. */
function Drawing({ results, price, days }: DrawingProps) {
  const top = Math.max(Number(price), ...results.map(({ worth }) => Number(worth))) * 1.05
  const y = (usdt: string) => 100 - (Number(usdt) / top) * 100
  return (
    <figure className="mt-4">
      <svg
        viewBox="0 0 300 100"
        preserveAspectRatio="none"
        className="w-full h-40 overflow-visible"
        role="img"
        aria-label={m('prospects.chart')}
      >
        <path d="M0 100H300" className="stroke-line" vectorEffect="non-scaling-stroke" />
        <path
          d={`M0 ${y(price)}H300`}
          className="stroke-muted"
          strokeDasharray="4 4"
          vectorEffect="non-scaling-stroke"
        />
        {results.map(({ name, worth }) => (
          <path
            key={name}
            d={`M0 100L300 ${y(worth)}`}
            className={lines[name]}
            stroke="currentColor"
            strokeWidth="2"
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      <figcaption className="flex justify-between text-2xs text-faint num mt-1">
        <span>{m('prospects.day', { day: 0 })}</span>
        <span>{m('prospects.priceLine', { price: formatMoney(price) })}</span>
        <span>{m('prospects.day', { day: days })}</span>
      </figcaption>
    </figure>
  )
}
