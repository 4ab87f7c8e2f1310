import { useStore } from '@nanostores/react'
import { useState } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import { alertPresets } from '#lib/rules/alerts.ts'
import { Icon } from '#ui/icon.tsx'
import { useAction } from '../core/forms/use-action.ts'
import { Grid } from './grid.tsx'
import { $preset, choosePreset } from './store.ts'
import { m } from './texts.ts'

/** Three whole settings; single alerts are chosen in the grid below them. */
export function Presets() {
  const current = useStore($preset)
  const [isOpen, setOpen] = useState(current === undefined)
  const { busy, act } = useAction()
  return (
    <>
      <fieldset className="px-5 lg:px-6 pb-5 grid sm:grid-cols-3 gap-3">
        <legend className="sr-only">{m('grid.title')}</legend>
        {alertPresets.map((preset) => (
          <label
            key={preset}
            className={`flex items-start gap-3 border rounded-field px-3 py-2.5 cursor-pointer ${current === preset ? 'border-primary ring-1 ring-primary bg-primary/5' : 'border-line'}`}
          >
            <input
              type="radio"
              name="preset"
              className="accent-primary size-5 shrink-0"
              checked={current === preset}
              aria-disabled={busy}
              onChange={() => busy || act(() => choosePreset(preset))}
            />
            <span className="min-w-0 text-sm">
              <span className="block font-medium">{m(`presets.${preset}`)}</span>
              <span className="block text-xs text-muted mt-0.5">{m(`presets.${preset}Text`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <details
        className="border-t border-line"
        open={isOpen}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary className="px-5 lg:px-6 py-4 flex items-center justify-between gap-3 cursor-pointer text-sm font-medium">
          <span>
            {m('presets.each')}
            {current === undefined && <span className="text-muted font-normal"> · {m('presets.own')}</span>}
          </span>
          <Icon path={icons.chevronDown} className={`size-4 text-faint ${isOpen ? 'rotate-180' : ''}`} />
        </summary>
        <Grid />
      </details>
    </>
  )
}
