import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { Machine } from '#lib/contract/device-list.ts'
import type { MachineEvent } from '#lib/contract/devices.ts'
import { localDateTime, utcDateTime } from '#lib/time/format.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Empty } from '#ui/empty.tsx'
import { RowsSkeleton } from '#ui/skeleton.tsx'
import { PagedRows } from '../core/lists/paged-rows.tsx'
import { type T, useT } from '../core/texts/i18n.ts'
import { $log, $logOf, LOG_SIZE } from './store.ts'

export function DeviceLog({ device, onClose }: { device: Machine; onClose: () => void }) {
  const t = useT()
  return (
    <Dialog open onClose={onClose} title={t('devices.logOf', { name: device.name })} closeLabel={t('close')}>
      <Events id={device.id} />
    </Dialog>
  )
}

function Events({ id }: { id: string }) {
  const t = useT()
  const page = useStore($logOf)?.page ?? 1
  useEffect(() => {
    $logOf.set({ id, page: 1 })
    return () => $logOf.set(undefined)
  }, [id])
  return (
    <PagedRows
      store={$log}
      of={id}
      page={page}
      size={LOG_SIZE}
      totalOf={({ total }) => total}
      onPage={(next) => $logOf.set({ id, page: next })}
      skeleton={<RowsSkeleton rows={4} />}
      mining
    >
      {({ records, total }) => (
        <>
          {total === 0 && <Empty title={t('devices.logEmpty')} />}
          <ol className="rule text-sm">
            {records.map((event) => (
              <EventRow key={event._id} event={event} />
            ))}
          </ol>
        </>
      )}
    </PagedRows>
  )
}

function EventRow({ event }: { event: MachineEvent }) {
  const t = useT()
  return (
    <li className="py-2.5 flex flex-wrap justify-between gap-x-4 gap-y-0.5">
      <span>{eventText(t, event)}</span>
      <time
        className="num text-xs text-faint"
        translate="no"
        dateTime={new Date(event.time * 1000).toISOString()}
        title={localDateTime(event.time)}
      >
        {utcDateTime(event.time)}
      </time>
    </li>
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
  return t('devices.events.refused', { detail: parts.join(t('devices.refusals.comma')) })
}
