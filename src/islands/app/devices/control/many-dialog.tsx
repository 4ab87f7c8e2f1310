import { useState } from 'react'
import type { Machine } from '#lib/contract/device-list.ts'
import { Dialog } from '#ui/dialog.tsx'
import { useHold } from '#ui/modal.ts'
import { RowsSkeleton } from '#ui/skeleton.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { Loaded } from '../../core/calls/load-state.tsx'
import { useAction } from '../../core/forms/use-action.ts'
import { useT } from '../../core/texts/i18n.ts'
import { PauseButtons } from './pause-buttons.tsx'
import { $choosable, askDevices, type DeviceWish } from './store.ts'
import { c } from './texts.ts'

/** Pauses, resumes or slows several devices of the list at once. */
export function ManyDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT()
  return (
    <Dialog open={open} onClose={onClose} title={c('many.title')} closeLabel={t('close')}>
      <Loaded store={$choosable} skeleton={<RowsSkeleton rows={4} />} flush>
        {({ page: { list } }) => <Choice devices={list.filter(({ settings }) => settings !== null)} of={list.length} />}
      </Loaded>
    </Dialog>
  )
}

const throttles = [25, 50, 75, 100] as const

/** All are chosen at first. `of` is the number of devices with those whose miner is too old to be asked. */
function Choice({ devices, of }: { devices: readonly Machine[]; of: number }) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [throttle, setThrottle] = useState<number>(50)
  const { busy, act } = useAction()
  useHold(busy)
  const ids = devices.map(({ id }) => id).filter((id) => !left.has(id))
  const ask = (wish: DeviceWish) => act(() => askDevices(ids, wish), c('many.asked', { count: ids.length }))
  const off = busy || ids.length === 0
  if (devices.length === 0) return <p className="text-sm text-muted">{c('many.none')}</p>
  return (
    <>
      <Chosen devices={devices} left={left} onChange={setLeft} />
      {devices.length < of && <p className="text-xs text-muted">{c('many.old', { count: of - devices.length })}</p>}
      <PauseButtons canResume off={off} onAsk={(pauseUntil) => ask({ pauseUntil })} />
      <div className="flex flex-wrap items-center gap-2">
        <label className="flex items-center gap-2 text-sm text-muted">
          {c('settings.throttle')}
          <select
            className="select h-9 w-auto"
            value={throttle}
            onChange={({ currentTarget }) => setThrottle(Number(currentTarget.value))}
          >
            {throttles.map((value) => (
              <option key={value} value={value}>
                {c('percent', { value })}
              </option>
            ))}
          </select>
        </label>
        <SteadyButton className="btn-line btn-sm" off={off} onClick={() => ask({ settings: { throttle } })}>
          {c('many.setThrottle')}
        </SteadyButton>
      </div>
    </>
  )
}

interface ChosenProps {
  devices: readonly Machine[]
  /** Ids that are not chosen. */
  left: ReadonlySet<string>
  onChange: (left: ReadonlySet<string>) => void
}

function Chosen({ devices, left, onChange }: ChosenProps) {
  const count = devices.filter(({ id }) => !left.has(id)).length
  const toggle = (id: string) => {
    const next = new Set(left)
    if (!next.delete(id)) next.add(id)
    onChange(next)
  }
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">{c('many.devices')}</legend>
      <div className="flex items-center justify-between gap-3 text-sm">
        <span className="text-muted" aria-live="polite">
          {c('many.chosen', { count, total: devices.length })}
        </span>
        <button
          type="button"
          className="btn btn-ghost btn-xs text-muted"
          onClick={() => onChange(new Set(count === 0 ? [] : devices.map(({ id }) => id)))}
        >
          {c(count === 0 ? 'many.all' : 'many.clear')}
        </button>
      </div>
      <ul className="panel shadow-none! rule max-h-56 overflow-y-auto" tabIndex={-1}>
        {devices.map(({ id, name }) => (
          <li key={id}>
            <label className="flex items-center gap-3 px-4 py-2.5 text-sm cursor-pointer">
              <input
                type="checkbox"
                className="accent-primary size-4 shrink-0"
                checked={!left.has(id)}
                onChange={() => toggle(id)}
              />
              <bdi className="min-w-0 truncate">{name}</bdi>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
