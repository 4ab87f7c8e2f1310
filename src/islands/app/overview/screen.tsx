import { useStore } from '@nanostores/react'
import { computed } from 'nanostores'
import { lazy, Suspense, useEffect } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import { Empty } from '#ui/empty.tsx'
import { Icon } from '#ui/icon.tsx'
import { Segments } from '#ui/segments.tsx'
import { RowsSkeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { $protect, ProtectPrompt } from '../account/index.ts'
import { Loaded } from '../calls/loaded.tsx'
import {
  $binding,
  $homeDevices,
  $homeFilter,
  $statistics,
  AddDevice,
  DeviceDialogs,
  DeviceList,
  forgetCode,
} from '../devices/index.ts'
import { $earnings, BalancePanel, HomeChart, SettlementTimeline } from '../earnings/index.ts'
import { useT } from '../texts/i18n.ts'
import { GetMiner } from '../versions/index.ts'
import { DeviceGuide } from './guide.tsx'
import { DeviceSummary } from './summary.tsx'

/** The guide makes way as soon as the first device has bound, so the good news is told by a toast. */
function BoundToast() {
  const t = useT()
  const binding = useStore($binding)
  const name = binding.step === 'bound' ? binding.name : undefined
  useEffect(() => {
    if (name !== undefined) toast('success', t('bind.bound', { name }))
  }, [name, t])
  // Told here, it is no news at the next visit; a code that waits goes on waiting.
  useEffect(() => () => void ($binding.get().step === 'bound' && forgetCode()), [])
  return null
}

const $total = computed($statistics, ({ data }) => data?.total)

const isKnown = ({ data, error }: { data?: unknown; error?: unknown }) => data !== undefined || error !== undefined

/** Whether what stands above the rail has its height: on a phone the rail follows below, and nothing may push it. */
const $hasRailPlace = computed(
  [$statistics, $homeDevices, $protect, $homeFilter],
  (counts, devices, protect, filter) =>
    isKnown(protect) &&
    // Whoever chooses other devices looks above it.
    (counts.data?.total === 0 || filter !== 'all' || (isKnown(counts) && isKnown(devices))),
)

function Rail() {
  const isDue = useStore($protect).data?.isDue
  if (!useStore($hasRailPlace)) return null
  return (
    <Suspense>
      {isDue && <ProtectPrompt />}
      <GetMiner />
    </Suspense>
  )
}

/** Comes once what stands above it does. */
const Recent = lazy(() => import('./recent.tsx').then((module) => ({ default: module.Recent })))

export function OverviewScreen() {
  const hasDevices = useStore($total) !== 0
  const { data } = useStore($earnings)
  // Not before the service has said so: whoever may have money sees it first.
  const isNew = !hasDevices && data?.hasHistory === false
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] xl:grid-cols-12 gap-4">
      <BoundToast />
      {isNew && <Guide />}
      <Money />
      {hasDevices ? <Devices /> : !isNew && <Guide />}
      <div className={`xl:col-span-12 ${hasDevices ? 'min-[88rem]:col-span-4' : ''}`}>
        <Rail />
      </div>
      {!isNew && (
        <div className="xl:col-span-12 grid grid-cols-[minmax(0,1fr)] gap-4">
          <SettlementTimeline />
          <Suspense>{data && <Recent />}</Suspense>
        </div>
      )}
    </div>
  )
}

function Guide() {
  return (
    <div className="xl:col-span-12">
      <DeviceGuide />
    </div>
  )
}

function Devices() {
  return (
    <>
      <div className="xl:col-span-12">
        <DeviceSummary />
      </div>
      {/* All columns of a device have room beside the rail from here on, not before. */}
      <div className="xl:col-span-12 min-[88rem]:col-span-8">
        <HomeDevices />
      </div>
    </>
  )
}

function Money() {
  return (
    <>
      <div className="xl:col-span-5 grid grid-cols-[minmax(0,1fr)]">
        <BalancePanel />
      </div>
      <div className="xl:col-span-7 grid grid-cols-[minmax(0,1fr)]">
        <HomeChart />
      </div>
    </>
  )
}

function HomeDevices() {
  const t = useT()
  return (
    <section className="panel overflow-hidden" aria-labelledby="home-devices">
      <div className="px-5 lg:px-6 pt-5 pb-4 flex flex-wrap items-center gap-x-4 gap-y-3">
        <h2 id="home-devices" className="title text-lg flex-1">
          {t('titles.devices')}
        </h2>
        <DeviceFilters />
        <AddDevice />
      </div>
      <DeviceDialogs>
        <Rows />
      </DeviceDialogs>
    </section>
  )
}

function DeviceFilters() {
  const t = useT()
  const counts = useStore($statistics).data
  const all = counts && { all: counts.total, on: counts.online, off: counts.offline }
  return (
    <Segments
      className="order-3 sm:order-none w-full sm:w-auto seg-even"
      label={t('devices.filter')}
      value={useStore($homeFilter)}
      onChange={(filter) => $homeFilter.set(filter)}
      segments={(['all', 'on', 'off'] as const).map((value) => ({
        value,
        label: t(`devices.filters.${value}`),
        count: all ? all[value] : 'coming',
      }))}
    />
  )
}

function Rows() {
  const t = useT()
  const filter = useStore($homeFilter)
  return (
    <Loaded store={$homeDevices} skeleton={<RowsSkeleton rows={4} />} mining>
      {({ page: { list, total } }) => (
        <>
          {filter !== 'all' && total === 0 ? (
            <Empty title={t(`devices.emptyFilter.${filter}`)} />
          ) : (
            <DeviceList devices={list} />
          )}
          <div className="border-t border-line px-5 lg:px-6 py-3 flex justify-between items-center text-sm">
            <span className="text-faint num">{t('devices.shown', { shown: list.length, total })}</span>
            <a
              className="font-medium inline-flex items-center gap-1.5 hover:text-primary"
              href="/user/overview-main/machine"
            >
              {t('devices.all')}
              <Icon path={icons.arrowRight} className="size-4" />
            </a>
          </div>
        </>
      )}
    </Loaded>
  )
}
