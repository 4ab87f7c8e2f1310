import * as v from 'valibot'
import { CODE_FIELD_LENGTH, crockfordCode, plainCode } from '../rules/codes.ts'
import { Count } from './fields.ts'

/** Codes that people type; what they mean is told by `src/lib/rules/codes.ts`. */

const typed = v.pipe(v.string(), v.maxLength(CODE_FIELD_LENGTH))

export const SixDigits = v.pipe(typed, v.transform(crockfordCode), v.regex(/^\d{6}$/))
/** The code that binds a device. */
export const BindCode = v.pipe(typed, v.transform(crockfordCode), v.regex(/^[0-9A-HJKMNP-TV-Z]{8}$/))
/** A code of the authenticator app, or a recovery code. */
export const FactorCode = v.pipe(typed, v.transform(crockfordCode), v.regex(/^[0-9A-Z]{6,24}$/))
/** What somebody reads in a picture, in capitals or not. */
export const CaptchaAnswer = v.pipe(typed, v.transform(plainCode), v.minLength(1), v.maxLength(12))
export const CodeSent = v.object({ sent: v.literal(true), resendAfter: Count })
