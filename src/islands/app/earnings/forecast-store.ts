import { atom, computed } from 'nanostores'
import { type Machine, machineList } from '#lib/contract/device-list.ts'
import { dailyIncome } from '#lib/contract/earnings.ts'
import { bounds, inputError } from '#lib/rules/calculator.ts'
import { electricityCost } from '#lib/rules/electricity.ts'
import { remember, remembered } from '#lib/session/storage.ts'
import { groupThousands } from '#lib/text/decimal.ts'
import { createResource } from '../core/calls/resource.ts'
import { dayBefore } from '../core/lists/day-range.ts'
import { worthOfAll } from './bars.ts'
import { forecastOf } from './mean.ts'
import { $settled, $today } from './store.ts'

const WINDOW_DAYS = 7
const KEY = 'electricity'

/** The settled days that a forecast rests on. */
export const $window = createResource(dailyIncome, {
  $payload: computed($today, (today) => ({
    startDate: dayBefore(today, WINDOW_DAYS),
    endDate: dayBefore(today, 1),
    type: 0 as const,
  })),
  $changes: $settled,
})

/** Undefined until the window is loaded. */
export const $forecast = computed($window, ({ data }) => data && forecastOf(data.days))

export const $devices = createResource(machineList, {
  $payload: atom({ page: 1, pageSize: 100, status: 'all' as const }),
  // Yesterday's uptime belongs to another day from midnight on.
  $changes: $today,
})

export interface Electricity {
  tariff: string
  /** By device id. */
  watts: Readonly<Record<string, string>>
}

function readElectricity(): Electricity {
  try {
    const stored = JSON.parse(remembered(KEY) ?? '') as Partial<Electricity>
    return { tariff: String(stored.tariff ?? ''), watts: { ...stored.watts } }
  } catch {
    return { tariff: '', watts: {} }
  }
}

/** The reader's tariff and watts. They stay in this browser: no call carries them. */
export const $electricity = atom<Electricity>(readElectricity())

export function editElectricity(part: Partial<Electricity>): void {
  $electricity.set({ ...$electricity.get(), ...part })
  remember(KEY, JSON.stringify($electricity.get()))
}

/** Validation error of tariff or watts, with the limits; an empty field has none. */
export function typedError(input: 'electricity' | 'watts', text: string) {
  const kind = inputError(input, text)
  if (kind === undefined || kind === 'empty') return undefined
  const { places, min, max } = bounds[input]
  return { kind, places, min: groupThousands(min), max: groupThousands(max) }
}

/** The watts of a device: as typed, else as it measured them while mining. */
export const wattsOf = (typed: string | undefined, { miningWatts }: Pick<Machine, 'miningWatts'>): string =>
  typed || (miningWatts === null ? '' : String(Math.round(miningWatts)))

/** Yesterday's cost and net in 10^-8 USDT, of the devices whose watts are known; no net before yesterday is settled. */
export const $net = computed([$electricity, $devices, $window, $today], ({ tariff, watts }, devices, window, today) => {
  const costs = (devices.data?.page.list ?? []).flatMap(
    (device) =>
      electricityCost({ watts: wattsOf(watts[device.id], device), tariff, seconds: device.yesterdayUptime }) ?? [],
  )
  if (costs.length === 0) return undefined
  const cost = costs.reduce((sum, one) => sum + one, 0n)
  const yesterday = window.data?.days.find(({ date }) => date === dayBefore(today, 1))
  const earned = yesterday?.settled ? worthOfAll(yesterday.coins) : undefined
  return { cost, net: earned === undefined ? undefined : earned - cost, devices: costs.length }
})
