import { useEffect, useId, useRef } from 'react'
import type { Machine } from '#lib/contract/device-list.ts'
import type { MinerSettings } from '#lib/contract/miner-settings.ts'
import { SteadyButton } from '#ui/steady-button.tsx'
import { useAction } from '../../core/forms/use-action.ts'
import { useT } from '../../core/texts/i18n.ts'
import { untilText } from '../pause.ts'
import { PauseButtons } from './pause-buttons.tsx'
import { type Row, sensorRows, settingRows } from './rows.ts'
import { SettingsForm } from './settings-form.tsx'
import { askDevices } from './store.ts'
import { c } from './texts.ts'
import { WishNote } from './wish-note.tsx'

interface ControlProps {
  device: Machine
  /** The button that opened the settings; undefined while they are closed. */
  opener: HTMLButtonElement | undefined
  onEdit: (opener: HTMLButtonElement | undefined) => void
}

/** Why and how hard a device mines, what was asked of it, and the ways to change it. */
export function Control({ device, ...editing }: ControlProps) {
  const { settings } = device
  const id = useId()
  return (
    <section className="panel shadow-none! p-4 grid grid-cols-[minmax(0,1fr)] gap-4" aria-labelledby={id}>
      <div>
        <h3 id={id} className="title text-sm">
          {c('title')}
        </h3>
        {settings && <p className="text-sm text-muted mt-1">{stateText(device, settings)}</p>}
      </div>
      {settings ? <Controls device={device} settings={settings} {...editing} /> : <NoSettings device={device} />}
    </section>
  )
}

function stateText({ status, pause }: Machine, settings: MinerSettings): string {
  if (status === 'offline') return c('state.offline')
  if (!pause) return c('state.mining', { count: settings.threads, throttle: settings.throttle })
  if (pause.until !== undefined) return c('state.userUntil', { time: untilText(pause.until) })
  return c(`state.${pause.reason}`, { minutes: settings.idleMinutes, celsius: settings.maxCelsius ?? 0 })
}

/** A miner before 1.2 knows no settings; a device that has never reported has told none yet. */
function NoSettings({ device }: { device: Machine }) {
  if (device.lastSeenAt === null) return <p className="text-sm text-muted">{c('none')}</p>
  return (
    <p className="text-sm text-muted">
      {c('old')}{' '}
      <a className="link" href="/download">
        {c('update')}
      </a>
    </p>
  )
}

function Controls({ device, settings, opener, onEdit }: ControlProps & { settings: MinerSettings }) {
  const t = useT()
  const { busy, act } = useAction()
  const form = useRef<HTMLDivElement>(null)
  const isEditing = opener !== undefined
  // The alert's button is far above the form.
  useEffect(() => {
    if (isEditing) form.current?.focus()
  }, [isEditing])
  const close = () => {
    onEdit(undefined)
    opener?.focus()
  }
  return (
    <>
      <PauseButtons
        canResume={device.pause?.reason === 'user' || typeof device.wish?.pauseUntil === 'number'}
        off={busy}
        onAsk={(pauseUntil) => act(() => askDevices([device.id], { pauseUntil }))}
      />
      {device.wish && <WishNote id={device.id} wish={device.wish} />}
      <Rows title={c('measured')} rows={sensorRows(device)} />
      <Rows title={c('inForce')} rows={settingRows(settings)} />
      <div>
        <SteadyButton
          className="btn-line btn-sm"
          off={false}
          aria-expanded={isEditing}
          onClick={(event) => onEdit(isEditing ? undefined : event.currentTarget)}
        >
          {t('devices.change')}
        </SteadyButton>
      </div>
      {isEditing && (
        <div ref={form} tabIndex={-1} className="outline-none">
          <SettingsForm device={device} settings={settings} onClose={close} />
        </div>
      )}
    </>
  )
}

function Rows({ title, rows }: { title: string; rows: readonly Row[] }) {
  if (rows.length === 0) return null
  return (
    <div>
      <h4 className="title text-sm mb-1.5">{title}</h4>
      <dl className="grid grid-cols-[minmax(0,1fr)] sm:grid-cols-2 xl:grid-cols-3 gap-x-8 gap-y-2 text-sm">
        {rows.map(([label, value, isWarning]) => (
          <div key={label} className="flex justify-between gap-4">
            <dt className="text-muted">{label}</dt>
            <dd className={`text-right num ${isWarning ? 'text-warning-text font-medium' : ''}`}>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
