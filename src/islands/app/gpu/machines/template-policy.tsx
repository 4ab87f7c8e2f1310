import { useState } from 'react'
import type { OwnMachine } from '#lib/contract/gpu-machines.ts'
import { MAX_IMAGE_GIB, templatePolicies } from '#lib/rules/gpu-templates.ts'
import { SteadyButton } from '#ui/steady-button.tsx'
import { toast } from '#ui/toast.ts'
import { TextField } from '../../core/forms/labelled-field.tsx'
import { useForm } from '../../core/forms/use-form.ts'
import { m } from '../texts.ts'
import { setTemplates } from './store.ts'

interface PolicyProps {
  machine: OwnMachine
  listed: NonNullable<OwnMachine['machine']>
  onDone: () => void
}

const labels = { none: 'templatesNone', ours: 'templatesOurs', any: 'templatesAny' } as const

/** The templates that renters may use on a machine. */
export function TemplatePolicyForm({ machine, listed, onDone }: PolicyProps) {
  const [policy, setPolicy] = useState(listed.templates)
  const [size, setSize] = useState(String(listed.maxImageGib))
  const gib = /^[1-9]\d{0,2}$/.test(size.trim()) ? Number(size) : Number.NaN
  const form = useForm<'size'>({
    check: () => (gib <= MAX_IMAGE_GIB ? undefined : { field: 'size', text: m('machines.maxImageWrong') }),
    send: async () => {
      await setTemplates(machine, { templates: policy, maxImageGib: gib })
      toast('success', m('machines.templatesSaved'))
      onDone()
      return undefined
    },
    refusals: { rest: 'size' },
  })
  return (
    <form {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-4" noValidate>
      <p className="text-muted">{m('machines.templatesText')}</p>
      <fieldset className="grid gap-3">
        <legend className="sr-only">{m('machines.templates')}</legend>
        {templatePolicies.map((one) => (
          <label key={one} className="flex items-start gap-3 text-sm">
            <input
              type="radio"
              name="templates"
              className="accent-primary size-4 mt-0.5"
              checked={one === policy}
              onChange={() => setPolicy(one)}
            />
            {m(`machines.${labels[one]}`)}
          </label>
        ))}
      </fieldset>
      {policy !== 'none' && (
        <TextField
          label={m('machines.maxImage')}
          value={size}
          onChange={form.typed('size', setSize)}
          error={form.errorOf('size')}
          maxLength={3}
        />
      )}
      <SteadyButton type="submit" className="btn-primary btn-block" off={form.busy} aria-busy={form.busy}>
        {m('machines.templatesSave')}
      </SteadyButton>
    </form>
  )
}
