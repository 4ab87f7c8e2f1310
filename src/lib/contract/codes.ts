import * as v from 'valibot'
import { CODE_FIELD_LENGTH, crockfordCode, plainCode } from '../rules/codes.ts'
import { Count } from './fields.ts'

/** Codes that people type; `src/lib/rules/codes.ts` defines their meaning. */

const typed = v.pipe(v.string(), v.maxLength(CODE_FIELD_LENGTH))

export const SixDigits = v.pipe(typed, v.transform(crockfordCode), v.regex(/^\d{6}$/))
/** The code that binds a device. */
export const BindCode = v.pipe(typed, v.transform(crockfordCode), v.regex(/^[0-9A-HJKMNP-TV-Z]{8}$/))
/** A code of the authenticator app, or a recovery code. */
export const FactorCode = v.pipe(typed, v.transform(crockfordCode), v.regex(/^[0-9A-Z]{6,24}$/))
/** The text of a captcha picture, in any case. */
export const CaptchaAnswer = v.pipe(typed, v.transform(plainCode), v.minLength(1), v.maxLength(12))
export const CodeSent = v.object({ sent: v.literal(true), resendAfter: Count })
