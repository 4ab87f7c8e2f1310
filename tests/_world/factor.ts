import { Secret, TOTP } from 'otpauth'
import { beginSecondFactor, confirmSecondFactor } from '#lib/contract/second-factor.ts'
import type { Visitor } from './visitor.ts'

interface House {
  readonly clock: { now(): number; advance(seconds: number): void }
}

export interface Authenticator {
  readonly secret: string
  readonly recoveryCodes: readonly string[]
  /** The code of now, or of so many steps on. */
  code(steps?: number): string
  /** A code that was not shown before: waits for the next step. */
  next(): string
}

/** The code that an authenticator app shows for a secret, by the standard's own parameters. */
export const codeAt = (secret: string, now: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate({ timestamp: now })

/** Turns the second factor on, as the page does. */
export async function turnOnFactor({ clock }: House, user: Visitor): Promise<Authenticator> {
  const { secret } = await user.call(beginSecondFactor, {})
  const code = (steps = 0) => codeAt(secret, clock.now() + steps * 30_000)
  const { recoveryCodes } = await user.call(confirmSecondFactor, { factorCode: code() })
  return {
    secret,
    recoveryCodes,
    code,
    next() {
      clock.advance(30)
      return code()
    },
  }
}

/** The ticket of a refused sign-in. */
export async function ticketOf(signIn: Promise<unknown>): Promise<string> {
  const error = await signIn.then(
    () => undefined,
    (caught: { reason?: string; data: { ticket?: string } }) => caught,
  )
  if (error?.reason !== 'FACTOR_NEEDED' || !error.data.ticket) throw new Error(`no ticket: ${JSON.stringify(error)}`)
  return error.data.ticket
}
