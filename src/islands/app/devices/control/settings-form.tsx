import { type ReactNode, useId, useState } from 'react'
import type { wishOfMachines } from '#lib/contract/device-control.ts'
import type { Machine } from '#lib/contract/device-list.ts'
import type { MinerSettings } from '#lib/contract/miner-settings.ts'
import { SteadyButton } from '#ui/steady-button.tsx'
import { serviceMs } from '../../core/calls/service-clock.ts'
import { type RefusalFields, useForm } from '../../core/forms/use-form.ts'
import { useT } from '../../core/texts/i18n.ts'
import { readerZone } from '../../core/texts/reader-zone.ts'
import { changesOf, type Draft, draftOf, type NumberField, numberBounds, wrongField } from './draft.ts'
import { Schedule } from './schedule.tsx'
import { askDevices } from './store.ts'
import { c } from './texts.ts'

interface SettingsFormProps {
  device: Machine
  settings: MinerSettings
  onClose: () => void
}

const refusals: RefusalFields<typeof wishOfMachines, NumberField> = { DEVICE_UNKNOWN: 'threads', rest: 'threads' }

/** Asks a device for other settings. It begins with what was asked already, or is in force. */
export function SettingsForm({ device, settings, onClose }: SettingsFormProps) {
  const t = useT()
  const [before] = useState(() => {
    const asked = { ...settings, ...device.wish?.settings } as MinerSettings
    return draftOf(asked, { zone: readerZone(), at: serviceMs() })
  })
  const [draft, setDraft] = useState(before)
  const form = useForm<NumberField>({
    check() {
      const field = wrongField(draft)
      return field && { field, text: c('bounds', numberBounds[field]) }
    },
    async send() {
      const wish = changesOf(draft, { settings, before })
      if (wish) await askDevices([device.id], { settings: wish })
      onClose()
      return undefined
    },
    refusals,
  })
  const edit = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const number = (field: NumberField, unit?: string) => (
    <NumberInput
      field={field}
      unit={unit}
      value={draft[field]}
      error={form.errorOf(field)}
      onChange={form.typed(field, (text) => edit({ [field]: text }))}
    />
  )
  const toggle = (field: Switch) => (
    <Toggle label={c(`toggles.${field}`)} isOn={draft[field]} onChange={(isOn) => edit({ [field]: isOn })} />
  )
  return (
    <form {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t border-line pt-4" noValidate>
      <div className="grid grid-cols-[minmax(0,1fr)] sm:grid-cols-2 gap-x-8 gap-y-3">
        {number('threads')}
        {number('throttle', '%')}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {toggle('isOnlyIdle')}
        {draft.isOnlyIdle && <Nested>{number('idleMinutes', c('min'))}</Nested>}
        {toggle('isOnlyOnMains')}
        {toggle('isPausedFullScreen')}
        {toggle('isPausedHot')}
        {draft.isPausedHot && <Nested>{number('maxCelsius', '°C')}</Nested>}
        {toggle('isScheduled')}
        {draft.isScheduled && <Schedule schedule={draft.schedule} onChange={(schedule) => edit({ schedule })} />}
      </div>
      <div className="flex flex-wrap gap-2">
        <SteadyButton type="submit" className="btn-neutral btn-sm" off={form.busy} aria-busy={form.busy}>
          {c('ask')}
        </SteadyButton>
        <SteadyButton className="btn-ghost btn-sm text-muted" off={form.busy} onClick={onClose}>
          {t('cancel')}
        </SteadyButton>
      </div>
    </form>
  )
}

type Switch = 'isOnlyIdle' | 'isOnlyOnMains' | 'isPausedFullScreen' | 'isPausedHot' | 'isScheduled'

const Nested = ({ children }: { children: ReactNode }) => <div className="pl-7">{children}</div>

function Toggle({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <label className="flex items-start gap-3 text-sm">
      <input
        type="checkbox"
        className="accent-primary size-4 mt-0.5 shrink-0"
        checked={isOn}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {label}
    </label>
  )
}

interface NumberInputProps {
  field: NumberField
  unit: string | undefined
  value: string
  error: string | undefined
  onChange: (text: string) => void
}

function NumberInput({ field, unit, value, error, onChange }: NumberInputProps) {
  const id = useId()
  return (
    <div>
      <div className="flex items-center justify-between gap-4 text-sm sm:max-w-sm">
        <label htmlFor={id}>{c(`settings.${field}`)}</label>
        <span className="flex items-center gap-2">
          <input
            id={id}
            className={`input h-9 w-20 num text-right ${error ? 'border-error!' : ''}`}
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
            value={value}
            aria-invalid={error !== undefined}
            aria-describedby={`${id}-error`}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
          <span className="w-6 text-muted whitespace-nowrap">{unit}</span>
        </span>
      </div>
      <p id={`${id}-error`} role="alert" className="mt-1 text-xs text-error empty:hidden">
        {error}
      </p>
    </div>
  )
}
