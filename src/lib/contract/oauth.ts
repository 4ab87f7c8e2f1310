import * as v from 'valibot'

/** What an authorisation server gives back; theirs to form, in the characters of RFC 6749. */
export const Opaque = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,2048}$/))
/** Ours, and theirs to give back as it is. */
export const State = v.pipe(v.string(), v.regex(/^[\w-]{43}$/))
