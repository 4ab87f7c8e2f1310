import { useId } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import { Icon } from '#ui/icon.tsx'

interface TextFieldProps {
  label: string
  hint?: string
  value: string
  longest: number
  error?: string | undefined
  rows?: number
  onChange(text: string): void
}

/** A text over several lines, with what is left of its length. */
export function TextField({ label, hint, value, longest, error, rows = 5, onChange }: TextFieldProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="text-sm font-medium block mb-1.5">
        {label}
      </label>
      <textarea
        id={id}
        className="input w-full h-auto py-3 whitespace-pre-wrap"
        rows={rows}
        maxLength={longest}
        value={value}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-error ${id}-hint`}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <p id={`${id}-hint`} className="mt-1 text-xs text-faint flex gap-3">
        <span className="flex-1">{hint}</span>
        <span className="num" translate="no">
          {value.length} / {longest}
        </span>
      </p>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  return (
    <p id={id} role="alert" className="mt-1.5 text-xs text-error flex items-center gap-1.5 empty:hidden">
      {error && (
        <>
          <Icon path={icons.circleAlert} className="size-4" />
          {error}
        </>
      )}
    </p>
  )
}
