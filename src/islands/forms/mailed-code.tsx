import { sendCodeOf, usernameIn } from './code-sending.ts'
import { CaptchaField, CodeField, EmailField, type Remembered, type T } from './fields.tsx'
import type { FormState } from './form.ts'
import type { Scene } from './store.ts'

interface MailedCodeProps {
  t: T
  scene: Scene
  state: FormState
  remembered?: Remembered
}

/** An address and the code that is mailed to it, with the picture in between when the service asks for it. */
export function MailedCode({ t, scene, state, remembered }: MailedCodeProps) {
  const { errors } = state
  return (
    <>
      <EmailField t={t} error={errors.username} remembered={remembered} />
      <CaptchaField t={t} error={errors.captcha} username={() => usernameIn(state.form.ref)} />
      <CodeField t={t} error={errors.verifyCode} disabled={!state.ready} onSend={() => sendCodeOf(state, scene, t)} />
    </>
  )
}
