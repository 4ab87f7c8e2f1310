import type { RefObject } from 'react'
import type { FormState } from './form.ts'
import { formCalls } from './late-calls.ts'
import type { Say, Scene } from './store.ts'

/** Fields of a code request, and the previous code, which the new one replaces. */
const about = ['username', 'captcha', 'verifyCode']

/** The "send code" button of a form: takes the address, and the picture's answer, from the form's own fields. */
export async function sendCodeFor(
  { form, show }: FormState,
  scene: Scene,
  say: Say & ((key: 'errors.email') => string),
): Promise<void> {
  if (!form.ref.current) return
  const data = new FormData(form.ref.current)
  const calls = await formCalls().catch(() => undefined)
  if (!calls) return show({ verifyCode: say('errors.offline') }, about)
  const username = String(data.get('username') ?? '').trim()
  if (!calls.isEmail(username)) return show({ username: say('errors.email') }, about)
  const captcha = String(data.get('captcha') ?? '') || undefined
  const { '': failure, ...wrong } = (await calls.sendCode({ scene, username, captcha }, say)) ?? {}
  // Errors without a field are shown beside the button too, not at the form's end.
  show(failure === undefined ? wrong : { verifyCode: failure }, about)
}

/** The current address in a form. */
export const usernameIn = (form: RefObject<HTMLFormElement | null>): string =>
  form.current?.querySelector<HTMLInputElement>('[name="username"]')?.value.trim() ?? ''
