import { createHmac } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { brand } from '#lib/brand.ts'
import { crockfordCode } from '#lib/rules/codes.ts'
import {
  FACTOR_STEP_SECONDS,
  FACTOR_WINDOW,
  groupRecoveryCode,
  RECOVERY_CODE_LENGTH,
  RECOVERY_CODES,
} from '#lib/rules/sign-in.ts'
import { newCode } from '#service/platform/ids.ts'

/** The parameters that every authenticator app supports: RFC 6238 with SHA-1, six digits, 30 seconds. */
const totp = (secret: string, label = '') =>
  new TOTP({
    issuer: brand.name,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: FACTOR_STEP_SECONDS,
  })

/** 160 random bits, as RFC 4226 recommends. */
export const newSecret = (): string => new Secret({ size: 20 }).base32

/** The URI for the QR code. */
export const uriOf = (secret: string, username: string): string => totp(secret, username).toString()

/** The time step of a code, at a time in Unix milliseconds; undefined when no step near it matches. */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  const delta = totp(secret).validate({ token: code, timestamp: now, window: FACTOR_WINDOW })
  return delta === null ? undefined : Math.floor(now / 1000 / FACTOR_STEP_SECONDS) + delta
}

/** Ten codes of 50 random bits. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => groupRecoveryCode(newCode(RECOVERY_CODE_LENGTH)))

/** The code may be typed with or without its groups. */
export const hashRecoveryCode = (pepper: string, userId: string, code: string): string =>
  createHmac('sha256', pepper)
    .update(`recovery:${userId}:${crockfordCode(code)}`)
    .digest('hex')
