import { useStore } from '@nanostores/react'
import type { machineYear } from '#lib/contract/device-year.ts'
import type { ReplyOf } from '#lib/contract/endpoint.ts'
import { $listed, type YearStores, yearsOf } from './store.ts'
import { y } from './texts.ts'

const ALL = ''

/** Which time is drawn, and which devices. */
export function Choices({ stores, reply }: { stores: YearStores; reply: ReplyOf<typeof machineYear> }) {
  const { zone, $choice, $device } = stores
  const choice = useStore($choice)
  const device = useStore($device)
  const page = useStore($listed).data?.page
  const years = yearsOf(zone, reply)
  const isHidden = page !== undefined && page.total > page.list.length
  return (
    <div className="flex flex-wrap gap-2">
      <select
        className="select h-9 w-auto pr-8"
        aria-label={y('time')}
        value={String(choice)}
        onChange={({ currentTarget: { value } }) => $choice.set(value === 'last' ? 'last' : Number(value))}
      >
        <option value="last">{y('last')}</option>
        {(choice === 'last' || years.includes(choice) ? years : [choice, ...years]).map((one) => (
          <option key={one} value={one}>
            {y('yearOf', { year: one })}
          </option>
        ))}
      </select>
      <select
        className="select h-9 w-auto min-w-32 max-w-56 pr-8"
        aria-label={y('device')}
        value={device ?? ALL}
        onChange={({ currentTarget: { value } }) => $device.set(value === ALL ? undefined : value)}
      >
        <option value={ALL}>{y('all')}</option>
        {page?.list.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      {isHidden && (
        <p className="w-full text-xs text-faint">{y('more', { shown: page.list.length, total: page.total })}</p>
      )}
    </div>
  )
}
