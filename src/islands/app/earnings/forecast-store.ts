import { atom, computed } from 'nanostores'
import { type Machine, machineList } from '#lib/contract/device-list.ts'
import { dailyIncome } from '#lib/contract/earnings.ts'
import { bounds, inputError } from '#lib/rules/calculator.ts'
import { electricityCost, hourlyCost } from '#lib/rules/electricity.ts'
import { groupThousands } from '#lib/text/decimal.ts'
import { utcDayStart } from '#lib/time/format.ts'
import { createResource } from '../core/calls/resource.ts'
import { $electricity, type Electricity } from '../core/electricity/store.ts'
import { dayBefore } from '../core/lists/day-range.ts'
import { worthOfAll } from './bars.ts'
import { forecastOf } from './mean.ts'
import { $settled, $today } from './store.ts'

const WINDOW_DAYS = 7

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

type DevicePower = Pick<Machine, 'id' | 'miningWatts' | 'yesterdayUptime' | 'yesterdayHours'>

/** Yesterday's cost of a device in 10^-8 USDT; undefined while its watts or a price are unknown. `yesterday` is a UTC day. */
export function costOfDevice(device: DevicePower, settings: Electricity, yesterday: string): bigint | undefined {
  const watts = wattsOf(settings.watts[device.id], device)
  const { tariff, hourly, isHourly } = settings
  if (!isHourly || !hourly) return electricityCost({ watts, tariff, seconds: device.yesterdayUptime })
  const from = (utcDayStart(yesterday) ?? 0) * 1000
  return hourlyCost({ watts, tariff: hourly, from, seconds: device.yesterdayHours })
}

/** Yesterday's cost and net in 10^-8 USDT, of the devices whose watts are known; no net before yesterday is settled. */
export const $net = computed([$electricity, $devices, $window, $today], (settings, devices, window, today) => {
  const day = dayBefore(today, 1)
  const costs = (devices.data?.page.list ?? []).flatMap((device) => costOfDevice(device, settings, day) ?? [])
  if (costs.length === 0) return undefined
  const cost = costs.reduce((sum, one) => sum + one, 0n)
  const yesterday = window.data?.days.find(({ date }) => date === day)
  const earned = yesterday?.settled ? worthOfAll(yesterday.coins) : undefined
  return { cost, net: earned === undefined ? undefined : earned - cost, devices: costs.length }
})
