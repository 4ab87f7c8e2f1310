import { useStore } from '@nanostores/react'
import { type Ref, useId, useState } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import { plainCode } from '#lib/rules/codes.ts'
import { DEMO_PAYMENT_PASSWORD, PAYMENT_PASSWORD_DIGITS } from '#lib/rules/payment-password.ts'
import { $isDemo } from '#lib/session/demo.ts'
import { Icon } from '#ui/icon.tsx'
import { m } from '../core/texts/money.ts'

interface PinFieldProps {
  label: string
  value: string
  onChange: (digits: string) => void
  error?: string | undefined
  /** True if it is the present one: a demo tells it to its visitors. */
  isPresent?: boolean
  ref?: Ref<HTMLInputElement>
}

const places = Array.from({ length: PAYMENT_PASSWORD_DIGITS }, (_, index) => index)

/** The digits of typed or pasted text in any width and grouping. */
const digitsIn = (text: string): string => plainCode(text).replace(/\D/g, '').slice(0, PAYMENT_PASSWORD_DIGITS)

/** Six cells over one input: a filled cell shows a square, never a digit. */
export function PinField({ label, value, onChange, error, isPresent = false, ref }: PinFieldProps) {
  const id = useId()
  const [focused, setFocused] = useState(false)
  const isTold = useStore($isDemo) && isPresent
  return (
    <div>
      <label htmlFor={id} className="text-sm font-medium block mb-1.5">
        {label}
      </label>
      <div className="relative w-fit">
        <span className="flex gap-2" aria-hidden="true">
          {places.map((place) => {
            const isNext = focused && place === Math.min(value.length, PAYMENT_PASSWORD_DIGITS - 1)
            return (
              <span
                key={place}
                className={`w-10 sm:w-11 h-[3.25rem] rounded-field border grid place-items-center ${isNext ? 'border-primary outline-1 outline-primary' : error ? 'border-error' : 'border-ctl'}`}
              >
                {place < value.length && <span className="mark size-2.5 rounded-[3px]" />}
              </span>
            )
          })}
        </span>
        <input
          ref={ref}
          id={id}
          className="absolute inset-0 w-full opacity-0 text-base"
          type="password"
          inputMode="numeric"
          autoComplete="off"
          value={value}
          aria-invalid={error !== undefined}
          aria-describedby={error ? `${id}-error` : isTold ? `${id}-demo` : undefined}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          onChange={({ currentTarget }) => onChange(digitsIn(currentTarget.value))}
        />
      </div>
      {isTold && (
        <p id={`${id}-demo`} className="mt-1.5 text-xs text-muted">
          {m('payment.demo', { password: DEMO_PAYMENT_PASSWORD })}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-xs text-error flex items-center gap-1.5">
          <Icon path={icons.circleAlert} className="size-4" />
          {error}
        </p>
      )}
    </div>
  )
}
