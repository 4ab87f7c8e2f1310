import { useState } from 'react'
import type { saveTemplate, Template } from '#lib/contract/gpu-templates.ts'
import { MAX_START_LENGTH, MAX_TEMPLATE_DISK_GIB, MAX_TEMPLATE_PORTS } from '#lib/rules/gpu-templates.ts'
import { MAX_REFERENCE_LENGTH } from '#lib/rules/image-references.ts'
import { NAME_LENGTH } from '#lib/rules/names.ts'
import { pastedText } from '#lib/rules/pasted-text.ts'
import { SteadyButton } from '#ui/steady-button.tsx'
import { toast } from '#ui/toast.ts'
import { LabelledField, TextField } from '../../core/forms/labelled-field.tsx'
import { type RefusalFields, useForm } from '../../core/forms/use-form.ts'
import { m } from '../texts.ts'
import { portsIn, save } from './store.ts'
import { type TypedVariable, toTyped, Variables, variableProblem } from './variables.tsx'

type Field = 'name' | 'image' | 'variables' | 'start' | 'ports' | 'disk'

const refusals: RefusalFields<typeof saveTemplate, Field> = {
  IMAGE_FORM: 'image',
  IMAGE_REGISTRY: 'image',
  TEMPLATE_SECRET_MISSING: 'variables',
  rest: 'name',
}

interface FormProps {
  /** Undefined for a new one. */
  template: Template | undefined
  ours: readonly Template[]
  onDone: () => void
}

const empty = { name: '', image: '', start: '', ports: [], diskGib: 0, variables: [] }

/** A template with its image, environment, start script and ports. */
export function TemplateForm({ template, ours, onDone }: FormProps) {
  const [base, setBase] = useState<Omit<Template, 'id' | 'needsGpu'>>(template ?? empty)
  const [typed, setTyped] = useState(() => textsOf(base))
  const [variables, setVariables] = useState<readonly TypedVariable[]>(() => toTyped(base.variables, template))
  const set = (part: Partial<typeof typed>) => setTyped((all) => ({ ...all, ...part }))
  const ports = portsIn(typed.ports)
  const disk = typed.disk.trim() === '' ? 0 : Number(/^\d{1,5}$/.exec(typed.disk.trim())?.[0] ?? Number.NaN)
  const form = useForm<Field>({
    check: () => {
      if (typed.name.trim() === '') return { field: 'name', text: m('templates.nameMissing') }
      if (pastedText(typed.image) === '') return { field: 'image', text: m('templates.imageMissing') }
      const problem = variableProblem(variables)
      if (problem !== undefined) return { field: 'variables', text: problem }
      if (!ports || ports.length > MAX_TEMPLATE_PORTS)
        return { field: 'ports', text: m('templates.portsWrong', { most: MAX_TEMPLATE_PORTS }) }
      return Number.isNaN(disk) || disk > MAX_TEMPLATE_DISK_GIB
        ? { field: 'disk', text: m('templates.diskWrong') }
        : undefined
    },
    send: async () => {
      await save({
        ...(template && { id: template.id }),
        ...{
          name: typed.name.trim(),
          image: pastedText(typed.image),
          start: typed.start,
          ports: ports ?? [],
          diskGib: disk,
        },
        variables: variables.map(({ name, value, isSecret }) => ({ name, value, isSecret })),
      })
      toast('success', m('templates.saved'))
      onDone()
      return undefined
    },
    refusals,
  })
  const begin = (id: string) => {
    const from = ours.find((one) => one.id === id)
    if (!from) return
    setBase(from)
    setTyped(textsOf(from))
    setVariables(toTyped(from.variables, undefined))
  }
  return (
    <form {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-4" noValidate>
      {!template && (
        <LabelledField label={m('templates.from')}>
          {(id) => (
            <select
              id={id}
              className="select w-full h-12"
              value={ours.find((one) => one === base)?.id ?? ''}
              onChange={({ currentTarget }) => begin(currentTarget.value)}
            >
              <option value="">{m('templates.fromNone')}</option>
              {ours.map(({ id: of, name }) => (
                <option key={of} value={of}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </LabelledField>
      )}
      <TextField
        label={m('templates.name')}
        value={typed.name}
        onChange={form.typed('name', (name) => set({ name }))}
        error={form.errorOf('name')}
        maxLength={NAME_LENGTH}
      />
      <TextField
        label={m('templates.image')}
        value={typed.image}
        onChange={form.typed('image', (image) => set({ image }))}
        error={form.errorOf('image')}
        maxLength={MAX_REFERENCE_LENGTH}
        isCode
      />
      <Variables
        all={variables}
        onChange={(change) => form.typed('variables', () => setVariables(change))('')}
        error={form.errorOf('variables')}
      />
      <LabelledField label={m('templates.start')} error={form.errorOf('start')}>
        {(id) => (
          <textarea
            id={id}
            className="input w-full h-auto py-3 whitespace-pre code"
            rows={6}
            value={typed.start}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            maxLength={MAX_START_LENGTH}
            aria-describedby={`${id}-error template-start`}
            onChange={({ currentTarget }) => set({ start: currentTarget.value })}
          />
        )}
      </LabelledField>
      <p id="template-start" className="text-xs text-muted -mt-2">
        {m('templates.startHint')}
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)] sm:grid-cols-2 gap-4">
        <TextField
          label={m('templates.ports', { most: MAX_TEMPLATE_PORTS })}
          value={typed.ports}
          onChange={form.typed('ports', (text) => set({ ports: text }))}
          error={form.errorOf('ports')}
          maxLength={60}
        />
        <TextField
          label={m('templates.disk')}
          value={typed.disk}
          onChange={form.typed('disk', (text) => set({ disk: text }))}
          error={form.errorOf('disk')}
          maxLength={5}
        />
      </div>
      <SteadyButton type="submit" className="btn-primary btn-block" off={form.busy} aria-busy={form.busy}>
        {m('templates.save')}
      </SteadyButton>
    </form>
  )
}

const textsOf = ({ name, image, start, ports, diskGib }: Omit<Template, 'id' | 'needsGpu'>) => ({
  ...{ name, image, start, ports: ports.join(', '), disk: diskGib === 0 ? '' : String(diskGib) },
})
