import { useState } from 'react'
import type { Errors } from './errors.ts'
import { PasswordChecklist, PasswordField, type T } from './fields.tsx'

/** A new password with its live checklist, and the same again. */
export function NewPassword({ t, errors }: { t: T; errors: Errors }) {
  const [password, setPassword] = useState('')
  const [confirm, setConfirm] = useState('')
  const differs = confirm !== '' && confirm.length >= password.length && confirm !== password
  return (
    <>
      <PasswordField
        t={t}
        name="password"
        label={t('password')}
        error={errors.password}
        autoComplete="new-password"
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <PasswordChecklist t={t} text={password} />
      <PasswordField
        t={t}
        name="confirm"
        label={t('confirm')}
        error={differs ? t('errors.mismatch') : confirm === password ? undefined : errors.confirm}
        autoComplete="new-password"
        onChange={(event) => setConfirm(event.currentTarget.value)}
      />
    </>
  )
}
