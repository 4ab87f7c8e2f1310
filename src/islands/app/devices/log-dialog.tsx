import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { Machine, MachineEvent } from '#lib/contract/devices.ts'
import { utcDateTime, zonedDateTime } from '#lib/time/format.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Empty } from '#ui/empty.tsx'
import { LoadFailed } from '#ui/error-panel.tsx'
import { Pager } from '#ui/pager.tsx'
import { Loading, RowsSkeleton } from '#ui/skeleton.tsx'
import { type T, useT } from '../i18n.ts'
import { $log, $logOf } from './store.ts'

const SIZE = 20

export function DeviceLog({ device, open, onClose }: { device: Machine; open: boolean; onClose: () => void }) {
  const t = useT()
  return (
    <Dialog open={open} onClose={onClose} title={t('devices.logOf', { name: device.name })} closeLabel={t('close')}>
      <Events id={device.id} />
    </Dialog>
  )
}

function Events({ id }: { id: string }) {
  const t = useT()
  const page = useStore($logOf)?.page ?? 1
  const { data, error } = useStore($log)
  useEffect(() => {
    $logOf.set({ id, page: 1 })
    return () => $logOf.set(undefined)
  }, [id])
  if (error && !data)
    return (
      <LoadFailed
        title={t('failed.title')}
        text={t('failed.miners')}
        retryLabel={t('tryAgain')}
        onRetry={() => void $log.reload()}
      />
    )
  if (!data)
    return (
      <Loading label={t('loading')}>
        <RowsSkeleton rows={4} />
      </Loading>
    )
  if (data.total === 0) return <Empty title={t('devices.logEmpty')} />
  const pages = Math.ceil(data.total / SIZE)
  return (
    <>
      <ol className="rule text-sm">
        {data.records.map((event) => (
          <li key={event._id} className="py-2.5 flex flex-wrap justify-between gap-x-4 gap-y-0.5">
            <span>{eventText(t, event)}</span>
            <time
              className="num text-xs text-faint"
              dateTime={new Date(event.time * 1000).toISOString()}
              title={zonedDateTime(event.time)}
            >
              {utcDateTime(event.time)}
            </time>
          </li>
        ))}
      </ol>
      <Pager
        page={page}
        pages={pages}
        onPage={(next) => $logOf.set({ id, page: next })}
        label={t('pager.label')}
        previousLabel={t('pager.previous')}
        nextLabel={t('pager.next')}
        text={t('pager.text', { page, pages })}
      />
    </>
  )
}

const REASONS = ['REPEATED', 'LATE', 'FOREIGN', 'WRONG'] as const

/** "WRONG 2, LATE 1" from the service becomes words. */
function eventText(t: T, { kind, detail }: MachineEvent): string {
  if (kind !== 'refused') return t(`devices.events.${kind}`, { detail })
  const parts = detail.split(', ').flatMap((part) => {
    const [reason, count] = part.split(' ')
    const known = REASONS.find((one) => one === reason)
    return known ? [t(`devices.refusals.${known}`, { times: Number(count) })] : []
  })
  return t('devices.events.refused', { detail: parts.join(', ') })
}
