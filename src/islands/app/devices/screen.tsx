import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { deviceSorts } from '#lib/contract/device-list.ts'
import { Empty } from '#ui/empty.tsx'
import { useWide } from '#ui/media.ts'
import { Segments } from '#ui/segments.tsx'
import { RowsSkeleton } from '#ui/skeleton.tsx'
import { useHasLoaded } from '../core/calls/load-state.tsx'
import { Parts } from '../core/calls/part.tsx'
import { PagedRows } from '../core/lists/paged-rows.tsx'
import { $statistics } from '../core/shell/statistics.ts'
import { useT } from '../core/texts/i18n.ts'
import { Questions } from '../faq/index.ts'
import { AddDevice } from './add-device.tsx'
import { ControlButton } from './control/control-button.tsx'
import { DeviceDialogs } from './device-dialogs.tsx'
import { rateText } from './format.ts'
import { DeviceList } from './list.tsx'
import {
  $devices,
  $filter,
  $page,
  $search,
  $size,
  $sort,
  chooseFilter,
  chooseSearch,
  chooseSize,
  chooseSort,
  LIST_SIZE,
} from './store.ts'
import { d } from './texts.ts'

export function DevicesScreen() {
  const hasLoaded = useHasLoaded($devices)
  return (
    <Parts>
      <Devices />
      {hasLoaded && <Questions topic="devices" />}
    </Parts>
  )
}

function Devices() {
  const t = useT()
  const filter = useStore($filter)
  const statistics = useStore($statistics).data
  const counts = statistics && { all: statistics.total, on: statistics.online, off: statistics.offline }
  return (
    <section className="panel overflow-hidden" aria-label={t('titles.devices')}>
      <div className="px-5 lg:px-6 pt-5 pb-4 flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="w-full sm:w-auto sm:flex-1 flex flex-wrap items-center max-sm:justify-between gap-x-4 gap-y-1 text-sm text-muted">
          <p className="num whitespace-normal! min-h-5">
            {statistics &&
              `${t('devices.onlineOf', { online: statistics.online, total: statistics.total })} · ${rateText(statistics.hashrate)}`}
          </p>
          <a className="link" href="/user/overview-main/year">
            {t('titles.year')}
          </a>
        </div>
        <Segments
          className="order-3 sm:order-none w-full sm:w-auto seg-even"
          label={t('devices.filter')}
          value={filter}
          onChange={chooseFilter}
          segments={(['all', 'on', 'off'] as const).map((value) => ({
            value,
            label: t(`devices.filters.${value}`),
            count: counts ? counts[value] : 'coming',
          }))}
        />
        <ControlButton off={!statistics || statistics.total < 2} />
        <AddDevice />
      </div>
      <Finding />
      <DeviceDialogs>
        <Page />
      </DeviceDialogs>
    </section>
  )
}

const PAUSE_MS = 300

/** Filter and order of the devices: typed text is sent when typing pauses. */
function Finding() {
  const [text, setText] = useState($search.get())
  useEffect(() => {
    const timer = setTimeout(() => text.trim() !== $search.get() && chooseSearch(text.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div className="px-5 lg:px-6 pb-4 flex flex-wrap gap-2">
      <input
        type="search"
        className="input h-9 flex-1 min-w-40"
        aria-label={d('search')}
        placeholder={d('search')}
        maxLength={48}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <select
        className="select h-9 w-auto min-w-32"
        aria-label={d('sort')}
        value={useStore($sort)}
        onChange={({ currentTarget: { value } }) => chooseSort(deviceSorts.find((one) => one === value) ?? 'newest')}
      >
        {deviceSorts.map((one) => (
          <option key={one} value={one}>
            {d(`sorts.${one}`)}
          </option>
        ))}
      </select>
    </div>
  )
}

const toPage = (page: number) => $page.set(page)

function Page() {
  const page = useStore($page)
  const of = [useStore($filter), useStore($sort), useStore($search)].join('/')
  const size = useStore($size)
  const room = useWide() ? LIST_SIZE.wide : LIST_SIZE.narrow
  const total = useStore($devices).data?.page.total
  // A complete list is neither loaded again nor shown as loading when the width changes.
  const isWhole = total !== undefined && total <= Math.min(size, room)
  useEffect(() => {
    if (room !== size && !isWhole) chooseSize(room)
  }, [room, size, isWhole])
  return (
    <PagedRows
      store={$devices}
      of={of}
      page={page}
      size={size}
      totalOf={(answer) => answer.page.total}
      onPage={toPage}
      grows={false}
      className="border-t border-line px-5 lg:px-6 py-3"
      skeleton={<RowsSkeleton rows={3} height="h-[6.3125rem] md:h-[4.5rem]" />}
      mining
    >
      {(answer) => (answer.page.total === 0 ? <NoDevices /> : <DeviceList devices={answer.page.list} />)}
    </PagedRows>
  )
}

function NoDevices() {
  const t = useT()
  const filter = useStore($filter)
  if (useStore($search) !== '') return <Empty title={d('notFound')} text={d('notFoundText')} />
  if (filter === 'all') {
    const start = (
      <a className="btn btn-primary" href="/user/overview-main/download-pc">
        {t('devices.startMining')}
      </a>
    )
    return <Empty title={t('devices.empty')} text={t('devices.emptyText')} action={start} />
  }
  return <Empty title={t(`devices.emptyFilter.${filter}`)} />
}
