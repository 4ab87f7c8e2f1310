import { pastedText } from './pasted-text.ts'

/** The longest address that mail can go to, in octets (RFC 5321, 4.5.3.1). */
export const EMAIL_LENGTH = 254

/**
 * Normalizes a typed or pasted address: without invisible characters, full-width ones of an input method as plain ones
 * (RFC 8265, 3.3), composed, in lower case.
 */
export const typedEmail = (text: string): string =>
  pastedText(text)
    .replace(/[！-～]/g, (wide) => wide.normalize('NFKC'))
    .normalize('NFC')
    .toLowerCase()

/** Characters of an atom: all that RFC 5322 and RFC 6531 allow without quotes. */
const atom = '[^\\s@"(),:;<>[\\\\\\].\\p{C}]+'
const form = new RegExp(`^${atom}(?:\\.${atom})*@${atom}(?:[.。｡]${atom})+$`, 'u')

/**
 * True if a text normalized by `typedEmail` has the form of an address. Quoted local parts, comments and address
 * literals are refused, because no mailbox has one. The service checks the domain
 * (service/messaging/mail/email-address.ts).
 */
export const isEmail = (text: string): boolean => form.test(text)
