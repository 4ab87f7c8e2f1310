import { type RefObject, useState } from 'react'
import type { Errors } from './form.ts'
import { isEmail } from './schemas.ts'
import { type Say, type Scene, sendCode } from './store.ts'

/** The "send code" button of a form: takes the address, and the picture's answer, from the form's own fields. */
export function useCodeSending(
  scene: Scene,
  form: RefObject<HTMLFormElement | null>,
  say: Say & ((key: 'errors.email') => string),
) {
  const [sendErrors, setSendErrors] = useState<Errors>({})
  const send = async () => {
    if (!form.current) return
    const data = new FormData(form.current)
    const username = String(data.get('username') ?? '').trim()
    if (!isEmail(username)) {
      setSendErrors({ username: say('errors.email') })
      form.current.querySelector<HTMLElement>('[name="username"]')?.focus()
      return
    }
    const captcha = String(data.get('captcha') ?? '') || undefined
    setSendErrors((await sendCode({ scene, username, captcha }, say)) ?? {})
  }
  return { sendErrors, send }
}

/** The address that a form holds right now. */
export const usernameIn = (form: RefObject<HTMLFormElement | null>): string =>
  form.current?.querySelector<HTMLInputElement>('[name="username"]')?.value.trim() ?? ''
