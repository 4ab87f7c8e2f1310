import { useId } from 'react'
import type { TemplateVariable } from '#lib/contract/gpu-templates.ts'
import * as icons from '#lib/illustration/icons.ts'
import { MAX_VARIABLE_LENGTH, MAX_VARIABLES, VARIABLE_NAME } from '#lib/rules/gpu-templates.ts'
import { Icon } from '#ui/icon.tsx'
import { m } from '../texts.ts'

/** A variable in the form. A saved secret has no value here until another one is typed. */
export interface TypedVariable extends TemplateVariable {
  /** Unique in the page. */
  key: string
  isSaved: boolean
}

let keys = 0
const newKey = (): string => String(++keys)

/** Variables as the form has them; a secret of ours has yet to be typed. */
export const toTyped = (all: readonly TemplateVariable[], saved: object | undefined): TypedVariable[] =>
  all.map((one) => ({ ...one, key: newKey(), isSaved: saved !== undefined && one.isSecret }))

/** The first mistake among the variables, as a sentence. */
export function variableProblem(all: readonly TypedVariable[]): string | undefined {
  if (all.some(({ name }) => !VARIABLE_NAME.test(name))) return m('templates.variableWrong')
  if (new Set(all.map(({ name }) => name)).size < all.length) return m('templates.variableTwice')
  const open = all.find(({ value, isSaved }) => value === null && !isSaved)
  return open && m('templates.secretMissing', { name: open.name })
}

interface VariablesProps {
  all: readonly TypedVariable[]
  onChange: (change: (all: readonly TypedVariable[]) => readonly TypedVariable[]) => void
  error: string | undefined
}

/** The environment: names with values, of which some are secret. */
export function Variables({ all, onChange, error }: VariablesProps) {
  const id = useId()
  const change = (key: string, part: Partial<TypedVariable>) =>
    onChange((before) => before.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const add = () =>
    onChange((before) => [...before, { key: newKey(), name: '', value: '', isSecret: false, isSaved: false }])
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-describedby={`${id}-error`}>
      <legend className="text-sm font-medium mb-1.5">{m('templates.variables')}</legend>
      {all.map((one) => (
        <Row
          key={one.key}
          of={one}
          onChange={(part) => change(one.key, part)}
          onRemove={() => onChange((before) => before.filter(({ key }) => key !== one.key))}
        />
      ))}
      <p id={`${id}-error`} role="alert" className="text-xs text-error empty:hidden">
        {error}
      </p>
      {all.length < MAX_VARIABLES && (
        <button type="button" className="btn btn-line btn-sm justify-self-start" onClick={add}>
          <Icon path={icons.plus} className="size-4" />
          {m('templates.addVariable')}
        </button>
      )}
      <p className="text-xs text-muted">{m('templates.secretHint')}</p>
    </fieldset>
  )
}

interface RowProps {
  of: TypedVariable
  onChange: (part: Partial<TypedVariable>) => void
  onRemove: () => void
}

function Row({ of: { name, value, isSecret, isSaved }, onChange, onRemove }: RowProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto_auto] gap-2 items-center">
      <input
        className="input w-full h-12 code"
        aria-label={m('templates.variableName')}
        placeholder="NAME"
        value={name}
        maxLength={64}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value, isSaved: false })}
      />
      <input
        className="input w-full h-12 code max-sm:col-start-1"
        aria-label={m('templates.variableValue', { name })}
        type={isSecret ? 'password' : 'text'}
        placeholder={isSaved ? m('templates.secretKept') : ''}
        value={value ?? ''}
        maxLength={MAX_VARIABLE_LENGTH}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="new-password"
        onChange={({ currentTarget }) => onChange({ value: currentTarget.value })}
      />
      <label className="flex items-center gap-2 text-sm max-sm:col-start-1">
        <input
          type="checkbox"
          className="accent-primary size-4 shrink-0"
          checked={isSecret}
          onChange={({ currentTarget }) => onChange({ isSecret: currentTarget.checked, isSaved: false })}
        />
        {m('templates.secret')}
      </label>
      <button
        type="button"
        className="btn btn-ghost btn-sm btn-square max-sm:col-start-2 max-sm:row-start-1"
        aria-label={m('templates.removeVariable', { name })}
        onClick={onRemove}
      >
        <Icon path={icons.x} className="size-4" />
      </button>
    </div>
  )
}
