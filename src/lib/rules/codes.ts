/**
 * A code as it is meant, however it was typed or pasted: full-width letters and digits (NFKC), spaces, hyphens and marks that
 * nobody sees are no part of it, and letters are capitals.
 */
export const plainCode = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\p{Cf}_.]/gu, '')
    .toUpperCase()

/** The same of a code in Crockford's base32: O is read as 0, I and L as 1. */
export const crockfordCode = (text: string): string => plainCode(text).replace(/O/g, '0').replace(/[IL]/g, '1')

/** A code of six digits, as they come by mail and as authenticator apps show them. */
export const isSixDigits = (text: string): boolean => /^\d{6}$/.test(crockfordCode(text))

/** Room for a code that is pasted with what stands around it: fields that cut it off would change it. */
export const CODE_FIELD_LENGTH = 64
