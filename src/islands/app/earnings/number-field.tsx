import { type ReactNode, useId } from 'react'
import { m } from '../core/texts/money.ts'
import { typedError } from './forecast-store.ts'

interface NumberFieldProps {
  input: 'electricity' | 'watts'
  /** Label of the field, if its visible text says more. */
  label?: string
  placeholder: string
  unit?: string
  value: string
  onChange: (text: string) => void
  children: ReactNode
}

/** An input for a number, with its error. */
export function NumberField({ input, label, placeholder, unit, value, onChange, children }: NumberFieldProps) {
  const id = useId()
  const error = typedError(input, value)
  return (
    <>
      <label className="flex items-center justify-between gap-4 text-sm">
        {children}
        <span className="flex items-center gap-2">
          <input
            className={`input h-9 num text-right ${unit ? 'w-24' : 'w-28'} ${error ? 'border-error!' : ''}`}
            inputMode="decimal"
            autoComplete="off"
            placeholder={placeholder}
            aria-label={label}
            aria-invalid={error !== undefined}
            aria-describedby={`${id}-fault`}
            value={value}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
          {unit}
        </span>
      </label>
      <p id={`${id}-fault`} role="alert" className="mt-1 text-xs text-error text-right empty:hidden">
        {error && m(`electricity.fault.${error.kind}`, error)}
      </p>
    </>
  )
}
