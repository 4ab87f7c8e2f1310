import { useId } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import { Icon } from '#ui/icon.tsx'
import { m } from '../core/texts/money.ts'

/** A ref for a field that takes the focus as it comes. */
export const takeFocus = (field: HTMLInputElement | null): void => field?.focus()

interface AccountPasswordProps {
  value: string
  onChange: (text: string) => void
  error: string | undefined
  /** True if it gets the focus when shown. */
  focused: boolean
}

/** The password of the account, which a session alone does not know. */
export function AccountPassword({ value, onChange, error, focused }: AccountPasswordProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="text-sm font-medium block mb-1.5">
        {m('payment.accountPassword')}
      </label>
      <input
        ref={focused ? takeFocus : undefined}
        id={id}
        className={`input w-full h-12 ${error ? 'border-error!' : ''}`}
        type="password"
        autoComplete="current-password"
        maxLength={64}
        value={value}
        aria-invalid={error !== undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-xs text-error flex items-center gap-1.5">
          <Icon path={icons.circleAlert} className="size-4" />
          {error}
        </p>
      )}
    </div>
  )
}
