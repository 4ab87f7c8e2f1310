import { type ReactNode, useId } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import { Icon } from '#ui/icon.tsx'

interface LabelledFieldProps {
  label: string
  error?: string | undefined
  /** The field, which takes the id and describes itself by `${id}-error`. */
  children: (id: string) => ReactNode
}

/** A field under its label, with what is wrong below it. */
export function LabelledField({ label, error, children }: LabelledFieldProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="text-sm font-medium block mb-1.5">
        {label}
      </label>
      {children(id)}
      <p id={`${id}-error`} role="alert" className="mt-1.5 text-xs text-error flex items-center gap-1.5 empty:hidden">
        {error && (
          <>
            <Icon path={icons.circleAlert} className="size-4" />
            {error}
          </>
        )}
      </p>
    </div>
  )
}

interface TextFieldProps {
  label: string
  value: string
  onChange: (text: string) => void
  error?: string | undefined
  maxLength?: number
  /** Addresses, ids and codes, which are no words. */
  isCode?: boolean
  onBlur?: () => void
}

/** A line of text under its label. */
export function TextField({ label, value, onChange, error, maxLength, isCode = false, onBlur }: TextFieldProps) {
  return (
    <LabelledField label={label} error={error}>
      {(id) => (
        <input
          id={id}
          className={`input w-full h-12 ${isCode ? 'code' : ''}`}
          value={value}
          maxLength={maxLength}
          autoComplete="off"
          {...(isCode && { spellCheck: false, autoCapitalize: 'off' })}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-error`}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          onBlur={onBlur}
        />
      )}
    </LabelledField>
  )
}
