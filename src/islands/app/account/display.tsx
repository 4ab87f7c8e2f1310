import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { currencies } from '#lib/money/currencies.ts'
import { forget, remember, remembered } from '#lib/session/storage.ts'
import { localDateTime } from '#lib/time/format.ts'
import { ZONE_KEY } from '#lib/time/zone.ts'
import { browserZone, zoneName, zonesWith } from '#lib/time/zones.ts'
import { UnbrokenDates } from '#ui/unbroken-dates.tsx'
import { serviceSeconds } from '../core/calls/service-clock.ts'
import { LabelledField } from '../core/forms/labelled-field.tsx'
import { $dense, setDense } from '../core/lists/table-sort.ts'
import { $currency, $rates, chooseCurrency } from '../currency/index.ts'
import { a } from './texts.ts'

/** Time zone and currency shown beside UTC and USDT, and the height of rows. Stored in the browser, like the language. */
export function Display() {
  return (
    <section className="panel p-5 lg:p-6 grid grid-cols-[minmax(0,1fr)] gap-4" aria-labelledby="display">
      <div>
        <h2 id="display" className="title text-lg">
          {a('display.title')}
        </h2>
        <p className="text-sm text-muted mt-1">{a('display.text')}</p>
      </div>
      <ZoneChoice />
      <CurrencyChoice />
      <DenseChoice />
    </section>
  )
}

function ZoneChoice() {
  const [zone, setZone] = useState(remembered(ZONE_KEY) ?? '')
  const choose = (chosen: string) => {
    if (chosen) remember(ZONE_KEY, chosen)
    else forget(ZONE_KEY)
    setZone(chosen)
  }
  const own = browserZone()
  return (
    <LabelledField label={a('display.zone')}>
      {(id) => (
        <>
          <select
            id={id}
            className="select w-full h-12"
            value={zone}
            aria-describedby={`${id}-now`}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          >
            <option value="">{a('display.browserZone', { zone: zoneName(own) })}</option>
            {zonesWith(...(zone ? [zone] : [])).map((one) => (
              <option key={one} value={one}>
                {zoneName(one)}
              </option>
            ))}
          </select>
          <p id={`${id}-now`} className="mt-1.5 text-xs text-muted">
            <UnbrokenDates text={a('display.now', { time: localDateTime(serviceSeconds()) })} />
          </p>
        </>
      )}
    </LabelledField>
  )
}

function DenseChoice() {
  const isDense = useStore($dense)
  return (
    <label className="flex items-center gap-3 text-sm cursor-pointer">
      <input
        type="checkbox"
        className="accent-primary size-5"
        checked={isDense}
        onChange={({ currentTarget }) => setDense(currentTarget.checked)}
      />
      {a('display.dense')}
    </label>
  )
}

function CurrencyChoice() {
  const chosen = useStore($currency)
  const { data, error } = useStore($rates)
  const rate = data?.list.find(({ currency }) => currency === chosen)
  const note = () => {
    if (!chosen) return a('display.noCurrencyText')
    if (rate) return a('display.rate', { currency: chosen, rate: rate.perUsdt, day: rate.day })
    return data || error ? a(data ? 'display.noRate' : 'display.failed', { currency: chosen }) : ''
  }
  return (
    <LabelledField label={a('display.currency')}>
      {(id) => (
        <>
          <select
            id={id}
            className="select w-full h-12"
            value={chosen ?? ''}
            aria-describedby={`${id}-rate`}
            onChange={({ currentTarget }) => chooseCurrency(currentTarget.value)}
          >
            <option value="">{a('display.noCurrency')}</option>
            {currencies.map((one) => (
              <option key={one} value={one}>
                {a(`display.currencies.${one}`)}
              </option>
            ))}
          </select>
          <p id={`${id}-rate`} className="mt-1.5 text-xs text-muted min-h-8" aria-live="polite">
            <UnbrokenDates text={note()} />
          </p>
        </>
      )}
    </LabelledField>
  )
}
