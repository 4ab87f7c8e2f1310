import * as v from 'valibot'
import { EMAIL_LENGTH, isEmail, typedEmail } from '../rules/emails.ts'

/** Field shapes shared by several resources. */

export const NoFields = v.object({})
export const Id = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/))
export const Uuid = v.pipe(v.string(), v.uuid())
/** Lower-case hex MD5, as the specification sends passwords (section 5). */
export const Md5Digest = v.pipe(v.string(), v.regex(/^[0-9a-fA-F]{32}$/), v.toLowerCase())
/** An e-mail address as typed. The service checks its domain and normalizes it. */
export const Email = v.pipe(v.string(), v.transform(typedEmail), v.maxLength(EMAIL_LENGTH), v.check(isEmail))
/** Unix seconds on the wire. */
export const UnixSeconds = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(253_402_300_799))
export const Page = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000))
export const PageSize = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100))
export const Count = v.pipe(v.number(), v.integer(), v.minValue(0))
