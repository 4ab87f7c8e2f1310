import * as v from 'valibot'
import { call, setPageLocale, warmUp } from '#lib/api/browser.ts'
import { md5Digest, sendPassword } from '#lib/api/digest.ts'
import { RefusedError } from '#lib/api/errors.ts'
import * as contract from '#lib/contract/accounts.ts'
import { $session, endSession } from '#lib/session/session.ts'
import type { Errors, FormSchema } from './errors.ts'
import { pageLocale } from './late.ts'
import { username } from './schemas.ts'
import { $captcha, enterSession, forgetInvite, type Say, type Scene, startResendCountdown } from './store.ts'

/**
 * Checks of the forms, and their calls with the client that makes them. Loaded when a form is shown, which does not wait
 * for it (late-calls.ts).
 */

export * from './schemas.ts'

type Checked<S extends FormSchema> =
  | { values: v.InferOutput<S>; errors?: undefined }
  | { errors: Errors; values?: undefined }

/** The values of a form, or the first error of each field. */
export function check<S extends FormSchema>(schema: S, data: FormData, say: (key: string) => string): Checked<S> {
  const parsed = v.safeParse(schema, Object.fromEntries(data))
  if (parsed.success) return { values: parsed.output }
  const errors: Record<string, string> = {}
  for (const issue of parsed.issues) errors[v.getDotPath(issue) ?? ''] ??= say(issue.message)
  return { errors }
}

export const isEmail = (text: string): boolean => v.is(username, text)

/** Starts what the first call needs, so that it does not have to wait. */
export function openCalls(): void {
  setPageLocale(pageLocale())
  warmUp().catch(() => undefined)
}

const fieldOf: Record<string, string> = {
  CODE_WRONG: 'verifyCode',
  CODE_SENT_RECENTLY: 'verifyCode',
  CAPTCHA_NEEDED: 'captcha',
  CAPTCHA_WRONG: 'captcha',
  PASSWORD_COMMON: 'password',
  INVITE_CODE_UNKNOWN: 'inviteCode',
}

/** Shows a failure. A used captcha is replaced by a new one. */
async function explain(error: unknown, say: Say, username: string): Promise<Errors> {
  if (!(error instanceof RefusedError)) return { '': say('errors.offline') }
  // The second step continues from here (login.tsx).
  if (error.reason === 'FACTOR_NEEDED') return { ticket: error.data.ticket as string }
  await refreshCaptcha(username)
  if (error.reason === 'CODE_SENT_RECENTLY') startResendCountdown(username, Number(error.data.resendAfter))
  return { [fieldOf[error.reason ?? ''] ?? '']: error.message || say('errors.failed') }
}

export async function refreshCaptcha(username: string): Promise<void> {
  const user = username ? { username } : {}
  const picture = await call(contract.captchaImage, user).catch(() => undefined)
  if (picture) $captcha.set(picture.captchaEnabled ? { uuid: picture.uuid, img: picture.img } : undefined)
}

const captchaPart = (answer: string | undefined) => {
  const captcha = $captcha.get()
  return captcha && answer ? { uuid: captcha.uuid, verifyCode: answer } : {}
}

/** Requests a code by mail. */
export async function sendCode(
  request: { scene: Scene; username: string; captcha: string | undefined },
  say: Say,
): Promise<Errors | undefined> {
  const { scene, username } = request
  const payload = { username, ...captchaPart(request.captcha) }
  try {
    const { resendAfter } =
      scene === 'login'
        ? await call(contract.loginVerifyCode, payload)
        : await call(contract.emailVerifyCode, { ...payload, scene })
    startResendCountdown(username, resendAfter)
    // The captcha is used; the next one is loaded when required.
    $captcha.set(undefined)
    return undefined
  } catch (error) {
    return explain(error, say, username)
  }
}

export async function signInByPassword(
  values: { username: string; password: string; captcha?: string | undefined },
  say: Say,
): Promise<Errors | undefined> {
  const { username, password } = values
  try {
    enterSession(
      await sendPassword(username, password, (digest) =>
        call(contract.login, { username, password: digest, plat: 'web', ...captchaPart(values.captcha) }),
      ),
    )
    return undefined
  } catch (error) {
    return explain(error, say, username)
  }
}

export async function signInByCode(
  values: { username: string; verifyCode: string },
  say: Say,
): Promise<Errors | undefined> {
  const { username, verifyCode } = values
  try {
    enterSession(await call(contract.login, { mode: 'code', username, verifyCode, plat: 'web' }))
    return undefined
  } catch (error) {
    return explain(error, say, username)
  }
}

export async function register(
  values: { username: string; verifyCode: string; password: string; inviteCode: string },
  say: Say,
  next?: string,
): Promise<Errors | undefined> {
  const { username, verifyCode, inviteCode } = values
  try {
    const password = md5Digest(values.password)
    const invite = inviteCode ? { inviteCode } : {}
    const signedIn = await call(contract.register, { username, verifyCode, password, plat: 'web', ...invite })
    forgetInvite()
    enterSession(signedIn, next && inviteCode ? `${next}?inviteCode=${inviteCode}` : next)
    return undefined
  } catch (error) {
    return explain(error, say, username)
  }
}

/** Sets a new password. It signs nobody in and ends all sessions: the form then leads to sign-in. */
export async function resetPassword(
  values: { username: string; verifyCode: string; password: string },
  say: Say,
): Promise<Errors | undefined> {
  const { username, verifyCode } = values
  try {
    await call(contract.resetPass, { username, verifyCode, password: md5Digest(values.password) })
    if ($session.get()?.user?.username.toLowerCase() === username.toLowerCase()) endSession()
    return undefined
  } catch (error) {
    return explain(error, say, username)
  }
}
