import { useStore } from '@nanostores/react'
import { Empty } from '#ui/empty.tsx'
import { LoadFailed } from '#ui/error-panel.tsx'
import { Pager } from '#ui/pager.tsx'
import { Segments } from '#ui/segments.tsx'
import { Loading, RowsSkeleton } from '#ui/skeleton.tsx'
import { useT } from '../i18n.ts'
import { AddDevice } from './add-device.tsx'
import { rateText } from './format.ts'
import { DeviceList } from './list.tsx'
import { $devices, $filter, $page, $statistics, chooseFilter, LIST_SIZE } from './store.ts'

export function DevicesScreen() {
  const t = useT()
  const filter = useStore($filter)
  const statistics = useStore($statistics).data
  const counts = statistics && { all: statistics.total, on: statistics.online, off: statistics.offline }
  return (
    <section className="panel overflow-hidden" aria-label={t('titles.devices')}>
      <div className="px-5 lg:px-6 pt-5 pb-4 flex flex-wrap items-center gap-x-4 gap-y-3">
        <p className="flex-1 min-w-0 text-sm text-muted num whitespace-normal! min-h-5">
          {statistics &&
            `${t('devices.onlineOf', { online: statistics.online, total: statistics.total })} · ${rateText(statistics.hashrate)}`}
        </p>
        <Segments
          className="order-3 sm:order-none w-full sm:w-auto *:flex-1 *:justify-center"
          label={t('devices.filter')}
          value={filter}
          onChange={chooseFilter}
          segments={(['all', 'on', 'off'] as const).map((value) => ({
            value,
            label: t(`devices.filters.${value}`),
            ...(counts && { count: counts[value] }),
          }))}
        />
        <AddDevice />
      </div>
      <Page />
    </section>
  )
}

function Page() {
  const t = useT()
  const page = useStore($page)
  const filter = useStore($filter)
  const { data, error } = useStore($devices)
  if (error && !data)
    return (
      <LoadFailed
        title={t('failed.title')}
        text={t('failed.miners')}
        retryLabel={t('tryAgain')}
        onRetry={() => void $devices.reload()}
      />
    )
  if (!data)
    return (
      <Loading label={t('loading')}>
        <RowsSkeleton rows={LIST_SIZE} />
      </Loading>
    )
  const { list, total } = data.page
  if (total === 0)
    return filter === 'all' ? (
      <Empty title={t('devices.empty')} text={t('devices.emptyText')} />
    ) : (
      <Empty title={t(`devices.emptyFilter.${filter}`)} />
    )
  const pages = Math.ceil(total / LIST_SIZE)
  return (
    <>
      <DeviceList devices={list} />
      <div className="border-t border-line px-5 lg:px-6 py-3 empty:hidden">
        <Pager
          page={page}
          pages={pages}
          onPage={(next) => $page.set(next)}
          label={t('pager.label')}
          previousLabel={t('pager.previous')}
          nextLabel={t('pager.next')}
          text={t('pager.text', { page, pages })}
        />
      </div>
    </>
  )
}
