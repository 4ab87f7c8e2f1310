import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { type AlertChannel, type AlertEvent, alertEvents, alertRule, isMessageItself } from '#lib/rules/alerts.ts'
import { useWide } from '#ui/media.ts'
import { Segments } from '#ui/segments.tsx'
import { useAction } from '../core/forms/use-action.ts'
import { $channels, $isOn, choose } from './store.ts'
import { m } from './texts.ts'

/** Events and their channels: a table, and on phones one channel at a time. */
export function Grid() {
  return useWide() ? <WideGrid /> : <NarrowGrid />
}

function WideGrid() {
  const channels = useStore($channels)
  return (
    <table className="table">
      <caption className="sr-only">{m('grid.title')}</caption>
      <thead>
        <tr>
          <th scope="col" className="first:pl-5 lg:first:pl-6">
            {m('grid.event')}
          </th>
          {channels.map((channel) => (
            <th key={channel} scope="col" className="text-center lg:last:pr-6">
              {m(`short.${channel}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {alertEvents.map((event) => (
          <tr key={event}>
            <th scope="row" className="first:pl-5 lg:first:pl-6 font-normal text-left text-sm text-base-content">
              <Event event={event} />
            </th>
            {channels.map((channel) => (
              <td key={channel} className="text-center lg:last:pr-6">
                <Cell event={event} channel={channel} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function NarrowGrid() {
  const channels = useStore($channels)
  const [channel, setChannel] = useState<AlertChannel>('app')
  return (
    <>
      <div className="px-5 pb-4">
        <Segments
          className="w-full flex-wrap"
          label={m('grid.channel')}
          value={channel}
          onChange={setChannel}
          segments={channels.map((value) => ({ value, label: m(`short.${value}`) }))}
        />
      </div>
      <ul className="rule border-t border-line">
        {alertEvents.map((event) => (
          <li key={event} className="px-5 py-3 flex items-center gap-4 text-sm">
            <span className="flex-1 min-w-0">
              <Event event={event} />
            </span>
            <Cell event={event} channel={channel} />
          </li>
        ))}
      </ul>
    </>
  )
}

const Event = ({ event }: { event: AlertEvent }) => (
  <>
    <span className="block font-medium">{m(`events.${event}`)}</span>
    <span className="block text-xs text-muted mt-0.5">{m(`about.${event}`)}</span>
  </>
)

function Cell({ event, channel }: { event: AlertEvent; channel: AlertChannel }) {
  const isOn = useStore($isOn)(event, channel)
  const { act } = useAction()
  const isLocked = alertRule(event, channel) === 'locked'
  const words = { event: m(`events.${event}`), channel: m(`channels.${channel}`) }
  return (
    <input
      type="checkbox"
      className={`accent-primary size-5 ${isLocked ? 'opacity-50' : 'cursor-pointer'}`}
      checked={isOn}
      // It stays in the keyboard order, and explains why it cannot change.
      aria-disabled={isLocked}
      aria-label={m(isLocked ? 'grid.locked' : 'grid.cell', words)}
      title={isLocked ? m(isMessageItself(event) ? 'grid.writtenHint' : 'grid.lockedHint') : undefined}
      onChange={() => isLocked || act(() => choose(event, channel, !isOn))}
    />
  )
}
