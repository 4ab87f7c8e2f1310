import { useStore } from '@nanostores/react'
import { useDeferredValue, useRef, useState } from 'react'
import type { Machine } from '#lib/contract/device-list.ts'
import * as icons from '#lib/illustration/icons.ts'
import { worthOf } from '#lib/money/worth.ts'
import { HeatStrip } from '#ui/heat-strip.tsx'
import { Icon } from '#ui/icon.tsx'
import { Status } from '#ui/status.tsx'
import { useAmounts } from '../core/texts/amounts.ts'
import { useT } from '../core/texts/i18n.ts'
import { DeviceDetails } from './details.tsx'
import { durationText, rateParts, rateText } from './format.ts'
import { isLongHot } from './hot.ts'
import { pauseText } from './pause.ts'
import { $fresh } from './store.ts'

export const columns = 'md:grid-cols-[minmax(10rem,1.25fr)_minmax(7rem,1.3fr)_5.5rem_8rem_5rem_1.25rem]'
const HOURS = 24

/** Today's hours as heat; hours to come are low dashes. */
export function todayCells(hours: readonly number[]): (number | 'x')[] {
  return Array.from({ length: HOURS }, (_, hour) => hours[hour] ?? 'x')
}

function OnlineStatus({ device }: { device: Machine }) {
  const t = useT()
  if (device.status === 'offline')
    return (
      <Status plain tone="muted" mark="off">
        {t('devices.offline')}
      </Status>
    )
  if (device.noWork)
    return (
      <Status plain tone="warning" mark="half">
        {t('devices.noWork', { minutes: device.noWork.minutes })}
      </Status>
    )
  if (isLongHot(device))
    return (
      <Status plain tone="warning" mark="half">
        {t('devices.hot', { minutes: device.hot.minutes })}
      </Status>
    )
  if (device.pause)
    return (
      <Status plain tone="success" mark="half">
        {t('devices.online')} · {pauseText(t, device.pause)}
      </Status>
    )
  return (
    <Status plain tone="success" mark="on">
      {t('devices.online')}
    </Status>
  )
}

/** One device: a line that expands to its projects and actions. */
export function DeviceRow({ device }: { device: Machine }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  // The line reacts in the next frame; its content is drawn right after.
  const isDrawn = useDeferredValue(open)
  const isFresh = useStore($fresh) === device.id
  const line = useRef<HTMLButtonElement>(null)
  const packUp = () => {
    line.current?.focus()
    setOpen(false)
  }
  return (
    <li ref={isFresh ? showFresh : undefined} className={isFresh ? 'bg-primary/5' : open ? 'bg-base-200/60' : ''}>
      <button
        ref={line}
        type="button"
        className={`w-full text-left px-5 lg:px-6 py-3.5 grid grid-cols-[minmax(0,1fr)_auto] ${columns} gap-x-4 gap-y-2.5 items-center hover:bg-base-200/60 cursor-pointer`}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Name device={device} whole={open} />
        <span className="md:hidden flex items-center gap-2">
          <span className="num text-sm font-semibold" translate="no">
            {rateText(device.hashrate)}
          </span>
          <Chevron open={open} />
        </span>
        <span className="col-span-2 md:col-span-1">
          <HeatStrip
            cells={todayCells(device.hours)}
            now={device.hours.length - 1}
            label={t('devices.strip', { duration: durationText(t, device.todayUptime) })}
          />
        </span>
        <Rate hashrate={device.hashrate} />
        <span className="hidden md:block num text-right text-sm">
          <span className="sr-only">{t('devices.uptime')}: </span>
          {device.status === 'online' ? durationText(t, device.currentUptime) : '—'}
          <span className="block text-xs text-faint">
            {t('devices.yesterday', { duration: durationText(t, device.yesterdayUptime) })}
          </span>
        </span>
        <Earned device={device} />
        <span className="hidden md:block">
          <Chevron open={open} />
        </span>
      </button>
      {isDrawn && <DeviceDetails device={device} onClose={packUp} />}
    </li>
  )
}

const showFresh = (row: HTMLElement | null): void => row?.scrollIntoView({ block: 'center' })

const worthOfEach = (earned: NonNullable<Machine['yesterdayEarnings']>): bigint =>
  earned.reduce((sum, { currencyCode, amount }) => sum + worthOf(amount, currencyCode), 0n)

/** Estimated worth of yesterday's earnings; nothing before they are settled. */
function Earned({ device: { yesterdayEarnings } }: { device: Machine }) {
  const t = useT()
  const { usdt } = useAmounts()
  return (
    <span className="hidden md:block num text-right text-sm font-semibold">
      <span className="sr-only">{t('chart.yesterday')}: </span>
      {yesterdayEarnings ? usdt(worthOfEach(yesterdayEarnings)) : '—'}
      <span className="block text-xs text-faint font-normal">
        {yesterdayEarnings ? t('balance.unit') : t('chart.notYet')}
      </span>
    </span>
  )
}

/** A long name is cut in a list of several; an opened device shows it in full. */
function Name({ device, whole }: { device: Machine; whole: boolean }) {
  const t = useT()
  const isLong = device.status === 'online' && (device.noWork || device.pause || isLongHot(device))
  return (
    <span className="@container min-w-0">
      <span className="flex flex-wrap items-center gap-x-2">
        <bdi className={`font-semibold ${whole ? 'min-w-0 break-words' : 'truncate'}`}>{device.name}</bdi>
        {!isLong && (
          <span className="md:hidden">
            <OnlineStatus device={device} />
          </span>
        )}
      </span>
      <span className="flex flex-wrap items-center gap-x-2 text-xs text-faint mt-0.5">
        <span className={isLong ? '' : 'hidden md:inline'}>
          <OnlineStatus device={device} />
        </span>
        {/* Where the column is narrow, a long status has the line for itself: all rows are two lines high. */}
        <span className={`code whitespace-nowrap ${isLong ? 'hidden @min-[15rem]:inline' : ''}`}>
          {device.id.slice(0, 8)}
        </span>
        <span className="hidden md:@min-[15rem]:inline whitespace-nowrap">
          {device.gpuCount > 0 ? t('devices.gpu', { count: device.gpuCount }) : t('devices.cpu')}
        </span>
      </span>
    </span>
  )
}

function Rate({ hashrate }: { hashrate: number }) {
  const { value, unit } = rateParts(hashrate)
  return (
    <span className="hidden md:block num text-right text-sm font-semibold" translate="no">
      {value}
      <span className="block text-xs text-faint font-normal">{unit}</span>
    </span>
  )
}

function Chevron({ open }: { open: boolean }) {
  return <Icon path={icons.chevronDown} className={`size-4 text-faint ${open ? 'rotate-180' : ''}`} />
}
