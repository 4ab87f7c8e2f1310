import { useId, useState } from 'react'
import { type Band, bandNames, bands, type HourlyTariff, usedBands } from '#lib/rules/tariff.ts'
import { browserZone, zoneName, zonesWith } from '#lib/time/zones.ts'
import { useWide } from '#ui/media.ts'
import { Segments } from '#ui/segments.tsx'
import { editHourly } from '../core/electricity/store.ts'
import { LabelledField } from '../core/forms/labelled-field.tsx'
import { m } from '../core/texts/money.ts'
import { WeekGrid } from '../core/week-grid/week-grid.tsx'
import { NumberField } from './number-field.tsx'

const bandOf = (digit: string): Band => bandNames.find((band) => bands[band] === digit) ?? 'standard'

/** Up to three prices, and the hours of the week that each is for. */
export function HourlyPrices({ tariff }: { tariff: HourlyTariff }) {
  const { prices, hours, zone } = tariff
  const id = useId()
  const isWide = useWide()
  const [band, setBand] = useState<Band>('low')
  const used = usedBands(tariff)
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 sm:max-w-sm">
        <p className="text-sm font-medium">{m('electricity.prices')}</p>
        {bandNames.map((name) => (
          <NumberField
            key={name}
            input="electricity"
            label={m('electricity.priceOf', { band: m(`electricity.band.${name}`) })}
            placeholder={used.includes(name) ? '0.25' : ''}
            value={prices[name]}
            onChange={(text) => editHourly({ prices: { ...prices, [name]: text } })}
          >
            <span className="flex items-center gap-2">
              <span className="week-swatch" data-digit={bands[name]} aria-hidden="true" />
              {m(`electricity.band.${name}`)}
            </span>
          </NumberField>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <span>{m('electricity.paint')}</span>
        <Segments
          label={m('electricity.paint')}
          value={band}
          onChange={setBand}
          segments={bandNames.map((value) => ({ value, label: m(`electricity.band.${value}`) }))}
        />
      </div>
      <WeekGrid
        label={m('electricity.week', { zone: zoneName(zone) })}
        describedBy={id}
        hours={hours}
        ink={bands[band]}
        cellText={({ day, hour, digit }) =>
          m('electricity.cell', { day, hour, band: m(`electricity.band.${bandOf(digit)}`) })
        }
        isWide={isWide}
        onChange={(next) => editHourly({ hours: next })}
      />
      <p id={id} className="text-xs text-muted">
        {m(isWide ? 'electricity.howWide' : 'electricity.howNarrow')}
      </p>
      <div className="sm:max-w-sm">
        <LabelledField label={m('electricity.zone')}>
          {(field) => (
            <select
              id={field}
              className="select w-full h-9"
              value={zone}
              onChange={({ currentTarget }) => editHourly({ zone: currentTarget.value })}
            >
              {zonesWith(zone, browserZone()).map((one) => (
                <option key={one} value={one}>
                  {zoneName(one)}
                </option>
              ))}
            </select>
          )}
        </LabelledField>
      </div>
    </>
  )
}
