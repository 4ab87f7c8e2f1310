import type { Machine } from '#lib/contract/device-list.ts'
import { usePreservedFocus } from '#ui/focus.ts'
import { useT } from '../core/texts/i18n.ts'
import { columns, DeviceRow } from './row.tsx'

/** Rows of devices under one head; phones have no head, their rows name what they show. */
export function DeviceList({ devices }: { devices: readonly Machine[] }) {
  const t = useT()
  return (
    <>
      <div
        className={`hidden md:grid px-5 lg:px-6 py-2 border-t border-line text-xs text-faint ${columns} gap-x-4`}
        aria-hidden="true"
      >
        <span>{t('devices.device')}</span>
        <span>{t('devices.byHour')}</span>
        <span className="text-right">{t('devices.hashrate')}</span>
        <span className="text-right">{t('devices.uptime')}</span>
        <span className="text-right">{t('chart.yesterday')}</span>
      </div>
      <ul
        {...usePreservedFocus<HTMLUListElement>()}
        tabIndex={-1}
        aria-label={t('titles.devices')}
        className="rule border-t border-line outline-none"
      >
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} />
        ))}
      </ul>
    </>
  )
}
