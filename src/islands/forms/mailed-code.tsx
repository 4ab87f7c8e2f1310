import { useState } from 'react'
import { sendCodeFor, usernameIn } from './code-request.ts'
import { CaptchaField, CodeField, EmailField, type Remembered, type T } from './fields.tsx'
import type { FormState } from './form.ts'
import type { Scene } from './store.ts'

interface MailedCodeProps {
  t: T
  scene: Scene
  state: FormState
  remembered?: Remembered
}

/** An address and the code that is mailed to it, with the captcha in between when the service requires it. */
export function MailedCode({ t, scene, state, remembered }: MailedCodeProps) {
  const { errors } = state
  const [address, setAddress] = useState(remembered?.value ?? '')
  const follow = (text: string) => {
    setAddress(text)
    remembered?.onChange(text)
  }
  return (
    <>
      <EmailField t={t} error={errors.username} remembered={{ value: address, onChange: follow }} />
      <CaptchaField t={t} error={errors.captcha} username={() => usernameIn(state.form.ref)} />
      <CodeField
        t={t}
        address={address}
        error={errors.verifyCode}
        disabled={!state.ready}
        onSend={() => {
          // Input before the script was loaded, or by the browser's autofill, fired no event.
          setAddress(usernameIn(state.form.ref))
          return sendCodeFor(state, scene, t)
        }}
      />
    </>
  )
}
