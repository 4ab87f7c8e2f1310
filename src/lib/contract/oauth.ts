import * as v from 'valibot'

/** A value issued by the authorization server, in the characters of RFC 6749. */
export const Opaque = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,2048}$/))
/** Issued by us and returned unchanged by the authorization server. */
export const State = v.pipe(v.string(), v.regex(/^[\w-]{43}$/))
