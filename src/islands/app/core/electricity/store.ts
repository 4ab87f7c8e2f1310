import { atom, computed } from 'nanostores'
import { cheapHours } from '#lib/rules/electricity.ts'
import { type HourlyTariff, isTariffWeek, nightHours } from '#lib/rules/tariff.ts'
import { remember, remembered } from '#lib/session/storage.ts'
import { isTimeZone } from '#lib/time/zones.ts'
import { readerZone } from '../texts/reader-zone.ts'

const KEY = 'electricity'

export interface Electricity {
  /** The one price, as typed. */
  tariff: string
  /** Prices by hour, used in place of the one price while `isHourly`; kept while it is not. */
  hourly: HourlyTariff | undefined
  isHourly: boolean
  /** By device id. */
  watts: Readonly<Record<string, string>>
}

function readHourly(stored: Partial<HourlyTariff> | undefined): HourlyTariff | undefined {
  const { zone, hours, prices } = stored ?? {}
  if (typeof zone !== 'string' || !isTimeZone(zone) || !isTariffWeek(hours)) return undefined
  const price = (typed: unknown) => (typeof typed === 'string' ? typed : '')
  return {
    ...{ zone, hours },
    prices: { standard: price(prices?.standard), low: price(prices?.low), high: price(prices?.high) },
  }
}

/** Settings from before hourly prices have only the first and the last field. */
function readElectricity(): Electricity {
  try {
    const stored = JSON.parse(remembered(KEY) ?? '') as Partial<Electricity>
    const hourly = readHourly(stored.hourly)
    return {
      tariff: String(stored.tariff ?? ''),
      hourly,
      isHourly: hourly !== undefined && stored.isHourly === true,
      watts: { ...stored.watts },
    }
  } catch {
    return { tariff: '', hourly: undefined, isHourly: false, watts: {} }
  }
}

/** The reader's prices and watts. They stay in this browser: no call carries them. */
export const $electricity = atom<Electricity>(readElectricity())

export function editElectricity(part: Partial<Electricity>): void {
  $electricity.set({ ...$electricity.get(), ...part })
  remember(KEY, JSON.stringify($electricity.get()))
}

/** Turns prices by hour on or off; the first time, the nights are cheaper and the one price is that of the day. */
export function switchHourly(isHourly: boolean): void {
  const { hourly, tariff } = $electricity.get()
  const first = { zone: readerZone(), hours: nightHours, prices: { standard: tariff, low: '', high: '' } }
  editElectricity({ isHourly, ...(isHourly && !hourly && { hourly: first }) })
}

export function editHourly(part: Partial<HourlyTariff>): void {
  const { hourly } = $electricity.get()
  if (hourly) editElectricity({ hourly: { ...hourly, ...part } })
}

/** The cheapest hours of the week as a schedule; undefined without prices by hour that differ. */
export const $cheapSchedule = computed($electricity, ({ hourly, isHourly }) => {
  const hours = isHourly && hourly ? cheapHours(hourly) : undefined
  return hours && hourly ? { zone: hourly.zone, hours } : undefined
})
