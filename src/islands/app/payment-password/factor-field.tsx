import { useStore } from '@nanostores/react'
import { factorRefusals } from '#lib/contract/factor-code.ts'
import { CODE_FIELD_LENGTH } from '#lib/rules/codes.ts'
import { LabelledField } from '../core/forms/labelled-field.tsx'
import { m } from '../core/texts/money.ts'
import { $payment } from './store.ts'

/** True if moving money needs a code of the second factor beside the payment password. */
export const useFactorRequired = (): boolean => useStore($payment).data?.secondFactor ?? false

/** For the `refusals` of a form with a `factor`. */
export const factorFieldRefusals = Object.fromEntries(factorRefusals.map((reason) => [reason, 'factor'])) as Record<
  (typeof factorRefusals)[number],
  'factor'
>

interface FactorFieldProps {
  /** Label if there are no recovery codes yet. */
  label?: string
  value: string
  onChange: (text: string) => void
  error: string | undefined
}

/** The code of the authenticator app, or a recovery code. */
export const FactorField = ({ label, value, onChange, error }: FactorFieldProps) => (
  <LabelledField label={label ?? m('payment.factor')} error={error}>
    {(id) => (
      <input
        id={id}
        className={`input w-full h-12 num ${error ? 'border-error!' : ''}`}
        value={value}
        autoComplete="one-time-code"
        inputMode="text"
        maxLength={CODE_FIELD_LENGTH}
        spellCheck={false}
        autoCapitalize="characters"
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-error`}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )}
  </LabelledField>
)
