import { useStore } from '@nanostores/react'
import { computed } from 'nanostores'
import { lazy, Suspense, useEffect } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import { $session } from '#lib/session/session.ts'
import { Empty } from '#ui/empty.tsx'
import { Icon } from '#ui/icon.tsx'
import { useMedia } from '#ui/media.ts'
import { Segments } from '#ui/segments.tsx'
import { Loading, RowsSkeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { WhenNear } from '#ui/when-near.tsx'
import { $protect, ProtectPrompt } from '../account/index.ts'
import { Loaded } from '../core/calls/load-state.tsx'
import { Parts } from '../core/calls/part.tsx'
import { serviceSeconds } from '../core/calls/service-clock.ts'
import { ScreenBoundary } from '../core/shell/screen-boundary.tsx'
import { useT } from '../core/texts/i18n.ts'
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
import { BalancePanel, HomeChart, RecentEarnings, SettlementTimeline } from '../earnings/index.ts'
import { $earnings, $homeIncome } from '../earnings/store.ts'
import { GetMiner } from '../versions/index.ts'
import { RecentWithdrawals } from '../withdrawals/index.ts'
import { DeviceGuide } from './guide.tsx'
import { DeviceSummary } from './summary.tsx'

/** The guide disappears when the first device binds, so a toast shows the success. */
function BoundToast() {
  const t = useT()
  const binding = useStore($binding)
  const name = binding.step === 'bound' ? binding.name : undefined
  useEffect(() => {
    if (name !== undefined) toast('success', t('bind.bound', { name }))
  }, [name, t])
  // Shown here, so not again at the next visit; a waiting code keeps waiting.
  useEffect(() => () => void ($binding.get().step === 'bound' && forgetCode()), [])
  return null
}

const isKnown = ({ data, error }: { data?: unknown; error?: unknown }) => data !== undefined || error !== undefined

/** True if the content above the rail has its final height: on a phone the rail is below it, and must not be moved. */
const $hasRailPlace = computed(
  [$statistics, $homeDevices, $protect, $homeFilter],
  (counts, devices, protect, filter) =>
    isKnown(protect) &&
    // The user is choosing devices above it.
    (counts.data?.total === 0 || filter !== 'all' || (isKnown(counts) && isKnown(devices))),
)

/** Below the first view, so fetched when the reader comes near, with their texts. */
const HomePoints = lazy(() => import('../points/index.ts').then((file) => ({ default: file.HomePoints })))
const HomeNotices = lazy(() => import('../messages/index.ts').then((file) => ({ default: file.HomeNotices })))

/** Pixels of the points and three announcements below each other. */
const MORE_HEIGHT = 416

/** Points and announcements. If their code fails to load, the rest stays. */
function More({ className }: { className: string }) {
  return (
    <ScreenBoundary>
      <Suspense>
        <div className={className}>
          <HomePoints />
          <HomeNotices />
        </div>
      </Suspense>
    </ScreenBoundary>
  )
}

/** As high as the devices beside it: the parts below stay where they are. */
function RailSkeleton() {
  return (
    <div className="grid gap-4 h-full">
      {[4, 2].map((rows) => (
        <div key={rows} className="panel overflow-hidden">
          <RowsSkeleton rows={rows} />
        </div>
      ))}
    </div>
  )
}

function Rail({ hasMore }: { hasMore: boolean }) {
  const isDue = useStore($protect).data?.isDue
  if (!useStore($hasRailPlace)) return hasMore ? <RailSkeleton /> : null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Suspense>
        {isDue && <ProtectPrompt />}
        <GetMiner />
      </Suspense>
      {hasMore && (
        // It has its place before it has loaded: the parts below stay where they are.
        <WhenNear minHeight={MORE_HEIGHT}>
          <More className="grid grid-cols-[minmax(0,1fr)] gap-4" />
        </WhenNear>
      )}
    </div>
  )
}

/** State of an account: has devices, only a history of money, or nothing. Unknown before the service's response. */
const $has = computed([$session, $statistics, $earnings], (session, counts, earnings) => {
  // A signed-out user is about to leave: load nothing more.
  if (!session) return 'unknown'
  if (counts.data?.total !== 0) return isKnown(counts) ? 'devices' : 'unknown'
  if (earnings.data?.hasHistory === false) return 'nothing'
  return isKnown(earnings) ? 'history' : 'unknown'
})

/** An account of its first day may have nothing: until that is known, no balance is drawn that the guide would push down. */
const isYoung = () => ($session.get()?.user?.createdAt ?? 0) > serviceSeconds() - 86_400

export function OverviewScreen() {
  const has = useStore($has)
  // Subscribed in any case.
  useStore($homeIncome)
  useStore($homeDevices)
  const isOpen = has === 'unknown' && isYoung()
  const hasDevices = has === 'devices' || (has === 'unknown' && !isOpen)
  // Beside the devices where there is room; otherwise last, where they move nothing.
  const isBeside = useMedia('(min-width: 88rem)') === true && hasDevices
  return (
    <Parts className="xl:grid-cols-12">
      <BoundToast />
      {isOpen && <Pending />}
      {has === 'nothing' && <Guide />}
      {!isOpen && <Money />}
      {hasDevices && <Devices />}
      {has === 'history' && <Guide />}
      <div className={`xl:col-span-12 ${hasDevices ? 'min-[88rem]:col-span-4' : ''}`}>
        {!isOpen && <Rail hasMore={isBeside} />}
      </div>
      {(hasDevices || has === 'history') && (
        <div className="xl:col-span-12 grid grid-cols-[minmax(0,1fr)] gap-4">
          <SettlementTimeline />
          {has !== 'unknown' && <Recent />}
          {has !== 'unknown' && !isBeside && (
            <WhenNear>
              <More className="grid grid-cols-[minmax(0,1fr)] xl:grid-cols-2 gap-4 items-start" />
            </WhenNear>
          )}
        </div>
      )}
    </Parts>
  )
}

/** Latest earnings and withdrawals. If its code fails to load, the content above stays. */
function Recent() {
  return (
    <ScreenBoundary>
      <Suspense>
        <div className="grid grid-cols-[minmax(0,1fr)] xl:grid-cols-2 gap-4 items-start">
          <RecentEarnings />
          <RecentWithdrawals />
        </div>
      </Suspense>
    </ScreenBoundary>
  )
}

/** In place of what comes first, the guide or the balance. */
function Pending() {
  const t = useT()
  return (
    <div className="xl:col-span-12">
      <Loading label={t('loading')}>
        <div className="panel skeleton h-96" />
      </Loading>
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
    // All columns of a device have room beside the rail from here on, not before.
    <div className="xl:col-span-12 min-[88rem]:col-span-8 grid grid-cols-[minmax(0,1fr)] gap-4 content-start">
      <DeviceSummary />
      <HomeDevices />
    </div>
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
