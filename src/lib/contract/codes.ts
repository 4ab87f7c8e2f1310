import * as v from 'valibot'
import { Count } from './fields.ts'

/** Codes that come by mail. */

export const SixDigits = v.pipe(v.string(), v.trim(), v.regex(/^\d{6}$/))
export const CodeSent = v.object({ sent: v.literal(true), resendAfter: Count })
