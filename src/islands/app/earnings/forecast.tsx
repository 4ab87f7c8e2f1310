import { useStore } from '@nanostores/react'
import { type ReactNode, useId, useState } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import { pricesAsOf, worthOf, worthText } from '#lib/money/worth.ts'
import { formatSigned } from '#lib/text/signed-amount.ts'
import { Icon } from '#ui/icon.tsx'
import { RowsSkeleton } from '#ui/skeleton.tsx'
import { UnbrokenDates } from '#ui/unbroken-dates.tsx'
import { Loaded } from '../core/calls/load-state.tsx'
import { $electricity, editElectricity } from '../core/electricity/store.ts'
import { type Column, DataList } from '../core/lists/data-list.tsx'
import { useAmounts } from '../core/texts/amounts.ts'
import { m } from '../core/texts/money.ts'
import { LocalLine } from '../currency/index.ts'
import { worthOfAll } from './bars.ts'
import { CoinName } from './compare.tsx'
import { $devices, $forecast, $net, $window, wattsOf } from './forecast-store.ts'
import { NumberField } from './number-field.tsx'
import { Tariff } from './tariff.tsx'

/** Forecast of the coming days and the electricity cost: estimates, separate from everything credited. */
export function Forecast() {
  const { tariff, isHourly } = useStore($electricity)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] lg:grid-cols-2 gap-4 items-start">
      <Folded title={m('forecast.title')} isOpen={false}>
        <Loaded store={$window} skeleton={<RowsSkeleton rows={4} />}>
          {() => <Mean />}
        </Loaded>
      </Folded>
      {/* A week of hours needs the whole width. */}
      <Folded
        title={m('electricity.title')}
        isOpen={tariff !== '' || isHourly}
        className={isHourly ? 'lg:col-span-2' : ''}
      >
        <p className="px-5 lg:px-6 mt-1 text-sm text-muted">{m('electricity.text')}</p>
        <Tariff />
        <Loaded store={$devices} skeleton={<RowsSkeleton rows={4} />}>
          {() => <Watts />}
        </Loaded>
        <Net />
      </Folded>
    </div>
  )
}

interface FoldedProps {
  title: string
  /** True if it is initially open: after it was used once. */
  isOpen: boolean
  className?: string
  children: ReactNode
}

function Folded({ title, isOpen, className = '', children }: FoldedProps) {
  const id = useId()
  const [open, setOpen] = useState(isOpen)
  return (
    <section className={`panel overflow-hidden border-dashed ${className}`} aria-labelledby={id}>
      <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="flex items-center justify-between gap-3 px-5 lg:px-6 py-4 cursor-pointer">
          <h2 id={id} className="title text-lg">
            {title}
          </h2>
          <Icon path={icons.chevronDown} className={`size-4 text-faint ${open ? 'rotate-180' : ''}`} />
        </summary>
        {children}
      </details>
    </section>
  )
}

type Mined = NonNullable<ReturnType<typeof $forecast.get>>['list'][number]

const forecastColumns = (amount: (text: string) => string): Column<Mined>[] => [
  {
    key: 'coin',
    header: m('byCoin.coin'),
    role: 'title',
    sort: ({ coin }) => coin,
    cell: ({ coin }) => <CoinName coin={coin} />,
  },
  {
    key: 'day',
    header: m('forecast.day'),
    align: 'end',
    sort: ({ coin, day }) => worthOf(day, coin),
    cell: ({ day }) => `≈ ${amount(day)}`,
  },
  {
    key: 'month',
    header: m('forecast.month'),
    align: 'end',
    role: 'value',
    isNamed: true,
    sort: ({ coin, month }) => worthOf(month, coin),
    cell: ({ month }) => `≈ ${amount(month)}`,
  },
]

function Mean() {
  const forecast = useStore($forecast)
  const amounts = useAmounts()
  if (!forecast || forecast.days === 0)
    return <p className="px-5 lg:px-6 py-5 text-sm text-muted">{m('forecast.none')}</p>
  const { days, from = '', to = '', list } = forecast
  const month = worthOfAll(list.map(({ coin, month: amount }) => ({ currencyCode: coin, amount })))
  return (
    <>
      <p className="px-5 lg:px-6 mt-1 text-sm text-muted">
        <UnbrokenDates text={m('forecast.window', { count: days, from, to })} />
      </p>
      <div className="mt-2">
        <DataList
          name="forecast"
          caption={m('forecast.title')}
          columns={forecastColumns(amounts.coin)}
          rows={list}
          rowKey={({ coin }) => coin}
        />
      </div>
      <div className="px-5 lg:px-6 py-4 text-sm border-t border-line">
        <UnbrokenDates text={m('forecast.worth', { amount: amounts.usdt(month), date: pricesAsOf })} />
        <LocalLine worth={month} />
      </div>
    </>
  )
}

function Watts() {
  const { watts } = useStore($electricity)
  const devices = useStore($devices).data?.page.list ?? []
  return (
    <ul className="mt-3 rule border-t border-line max-h-72 overflow-y-auto" tabIndex={-1}>
      {devices.map(({ id, name, yesterdayUptime, miningWatts }) => (
        <li key={id} className="px-5 lg:px-6 py-2">
          <NumberField
            input="watts"
            label={m('electricity.watts', { name })}
            placeholder={wattsOf(undefined, { miningWatts }) || '0'}
            unit="W"
            value={watts[id] ?? ''}
            onChange={(text) => editElectricity({ watts: { ...watts, [id]: text } })}
          >
            <span className="min-w-0">
              <bdi className="block truncate">{name}</bdi>
              <span className="block text-xs text-faint">
                {m('electricity.uptime', { hours: (yesterdayUptime / 3600).toFixed(1) })}
                {miningWatts !== null && <> · {m('electricity.measured', { watts: Math.round(miningWatts) })}</>}
              </span>
            </span>
          </NumberField>
        </li>
      ))}
    </ul>
  )
}

function Net() {
  const net = useStore($net)
  const { isHourly } = useStore($electricity)
  const amounts = useAmounts()
  return (
    <p className="px-5 lg:px-6 py-4 text-sm border-t border-line min-h-14" aria-live="polite">
      {net
        ? m(net.net === undefined ? 'electricity.cost' : 'electricity.net', {
            count: net.devices,
            cost: amounts.usdt(net.cost),
            net: amounts.hidden || net.net === undefined ? amounts.usdt(0n) : formatSigned(worthText(net.net)),
          })
        : m(isHourly ? 'electricity.emptyHourly' : 'electricity.empty')}
    </p>
  )
}
