import { pastedText } from './pasted-text.ts'

/**
 * Normalizes a typed or pasted code: full-width letters and digits (NFKC) become plain ones, spaces, hyphens and
 * invisible marks are removed, letters become capitals.
 */
export const plainCode = (text: string): string =>
  pastedText(text)
    .normalize('NFKC')
    .replace(/[\s\p{Pd}_.]/gu, '')
    .toUpperCase()

/** The same of a code in Crockford's base32: O is read as 0, I and L as 1. */
export const crockfordCode = (text: string): string => plainCode(text).replace(/O/g, '0').replace(/[IL]/g, '1')

/** A code of six digits, as they come by mail and as authenticator apps show them. */
export const isSixDigits = (text: string): boolean => /^\d{6}$/.test(crockfordCode(text))

/** Maximum field length, with room for text pasted around a code: a shorter field would cut the code. */
export const CODE_FIELD_LENGTH = 64
