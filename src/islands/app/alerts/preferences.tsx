import { useState } from 'react'
import { digests, minutesOf, offlineMinutes, timeOfMinutes } from '#lib/rules/alerts.ts'
import { browserZone, zoneName, zonesWith } from '#lib/time/zones.ts'
import { SteadyButton } from '#ui/steady-button.tsx'
import { toast } from '#ui/toast.ts'
import { LabelledField } from '../core/forms/labelled-field.tsx'
import { useForm } from '../core/forms/use-form.ts'
import { type Settings, savePreferences } from './store.ts'
import { m } from './texts.ts'

const USUAL = { from: 22 * 60, to: 7 * 60 }

/** When and how much: silence, quiet hours, and a digest mail. */
export function Preferences({ settings }: { settings: Settings }) {
  const [minutes, setMinutes] = useState(settings.offlineMinutes)
  const [digest, setDigest] = useState(settings.digest)
  const [isQuiet, setIsQuiet] = useState(settings.quiet !== null)
  const [from, setFrom] = useState(timeOfMinutes((settings.quiet ?? USUAL).from))
  const [to, setTo] = useState(timeOfMinutes((settings.quiet ?? USUAL).to))
  const [zone, setZone] = useState(settings.quiet || settings.zone !== 'UTC' ? settings.zone : browserZone())
  const quiet = { from: minutesOf(from) ?? -1, to: minutesOf(to) ?? -1 }
  const form = useForm<'quiet'>({
    check: () =>
      isQuiet && (quiet.from < 0 || quiet.to < 0 || quiet.from === quiet.to)
        ? { field: 'quiet', text: m('quiet.wrong') }
        : undefined,
    send: async () => {
      await savePreferences({ zone, quiet: isQuiet ? quiet : null, offlineMinutes: minutes, digest })
      toast('success', m('saved'))
      return undefined
    },
    refusals: { rest: 'quiet' },
  })
  return (
    <form {...form.props} className="px-5 lg:px-6 pb-5 grid grid-cols-[minmax(0,1fr)] gap-4" noValidate>
      <Choice
        label={m('offline.label')}
        value={String(minutes)}
        options={offlineMinutes.map((one) => [String(one), m('offline.minutes', { count: one })])}
        onChange={(text) => setMinutes(offlineMinutes.find((one) => String(one) === text) ?? minutes)}
      />
      <Choice
        label={m('digest.label')}
        value={digest}
        options={digests.map((one) => [one, m(`digest.${one}`)])}
        onChange={(text) => setDigest(digests.find((one) => one === text) ?? digest)}
      />
      <label className="flex items-start gap-3 text-sm">
        <input
          type="checkbox"
          className="accent-primary size-5 cursor-pointer"
          checked={isQuiet}
          onChange={({ currentTarget }) => setIsQuiet(currentTarget.checked)}
        />
        <span>
          <span className="font-medium">{m('quiet.label')}</span>
          <span className="block text-muted">{m('quiet.text')}</span>
        </span>
      </label>
      {isQuiet && (
        <>
          <div className="grid grid-cols-2 gap-3">
            <Time
              label={m('quiet.from')}
              value={from}
              onChange={form.typed('quiet', setFrom)}
              error={form.errorOf('quiet')}
            />
            <Time label={m('quiet.to')} value={to} onChange={setTo} />
          </div>
          <Choice
            label={m('quiet.zone')}
            value={zone}
            options={zonesWith(settings.zone, browserZone()).map((one) => [one, zoneName(one)])}
            onChange={setZone}
          />
        </>
      )}
      <SteadyButton type="submit" className="btn-primary justify-self-end" off={form.busy} aria-busy={form.busy}>
        {m('save')}
      </SteadyButton>
    </form>
  )
}

interface TimeProps {
  label: string
  value: string
  onChange(text: string): void
  error?: string | undefined
}

const Time = ({ label, value, onChange, error }: TimeProps) => (
  <LabelledField label={label} error={error}>
    {(id) => (
      <input
        id={id}
        type="time"
        className="input w-full h-12"
        value={value}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-error`}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )}
  </LabelledField>
)

interface ChoiceProps {
  label: string
  value: string
  options: readonly (readonly [string, string])[]
  onChange(value: string): void
}

const Choice = ({ label, value, options, onChange }: ChoiceProps) => (
  <LabelledField label={label}>
    {(id) => (
      <select
        id={id}
        className="select w-full h-12"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {options.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    )}
  </LabelledField>
)
