import { useStore } from '@nanostores/react'
import { lazy, Suspense } from 'react'
import { RowsSkeleton } from '#ui/skeleton.tsx'
import { $electricity, editElectricity, switchHourly } from '../core/electricity/store.ts'
import { m } from '../core/texts/money.ts'
import { NumberField } from './number-field.tsx'

/** Loaded by those who have prices by hour. */
const HourlyPrices = lazy(() => import('./hourly-prices.tsx').then((all) => ({ default: all.HourlyPrices })))

/** The price of electricity: one, or several by the hour of the week. */
export function Tariff() {
  const { tariff, hourly, isHourly } = useStore($electricity)
  return (
    <div className="px-5 lg:px-6 mt-4 grid grid-cols-[minmax(0,1fr)] gap-3">
      {!isHourly && (
        <NumberField
          input="electricity"
          placeholder="0.25"
          value={tariff}
          onChange={(text) => editElectricity({ tariff: text })}
        >
          <span className="font-medium">{m('electricity.tariff')}</span>
        </NumberField>
      )}
      <label className="flex items-start gap-3 text-sm cursor-pointer">
        <input
          type="checkbox"
          className="accent-primary size-4 mt-0.5 shrink-0"
          checked={isHourly}
          onChange={({ currentTarget }) => switchHourly(currentTarget.checked)}
        />
        {m('electricity.hourly')}
      </label>
      {isHourly && hourly && (
        <Suspense fallback={<RowsSkeleton rows={6} />}>
          <HourlyPrices tariff={hourly} />
        </Suspense>
      )}
    </div>
  )
}
