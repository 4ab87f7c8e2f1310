import { domainToASCII, domainToUnicode } from 'node:url'
import { EMAIL_LENGTH, isEmail, typedEmail } from '#lib/rules/emails.ts'
import { maskAccount } from '#lib/text/mask-email.ts'
import { InvalidInputError } from '#service/platform/http/refusal.ts'

declare const canonical: unique symbol
/** An address in its canonical form for storage and comparison: lower case, NFC, the domain in ASCII (UTS 46). */
export type EmailAddress = string & { readonly [canonical]: true }

/** Octets of a local part (RFC 5321, 4.5.3.1). */
const LOCAL_LENGTH = 64
/** Characters that a domain may contain before the UTS 46 mapping; nothing that URLs would parse differently. */
const domainForm = /^[\p{L}\p{M}\p{N}\p{So}.。｡-]+$/u
const asciiForm = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/
/** A numeric top-level domain would be an IP address. */
const numeric = /\.[0-9]+$/

/** The domain in ASCII; undefined when it is invalid. */
function asciiDomain(domain: string): string | undefined {
  if (!domainForm.test(domain)) return undefined
  const ascii = domainToASCII(domain)
  if (!asciiForm.test(ascii) || numeric.test(ascii)) return undefined
  // A label with an invalid encoding comes back unchanged.
  return /(?:^|\.)xn--/.test(domainToUnicode(ascii)) ? undefined : ascii
}

/** The canonical form of a typed address; undefined when it is invalid. */
export function toEmailAddress(text: string): EmailAddress | undefined {
  const typed = typedEmail(text)
  if (!isEmail(typed)) return undefined
  const at = typed.lastIndexOf('@')
  const [local, domain] = [typed.slice(0, at), asciiDomain(typed.slice(at + 1))]
  if (domain === undefined || Buffer.byteLength(local) > LOCAL_LENGTH) return undefined
  const address = `${local}@${domain}`
  return Buffer.byteLength(address) > EMAIL_LENGTH ? undefined : (address as EmailAddress)
}

/** The canonical form of an address in a call's field; refuses an invalid one. */
export function parseEmailField(field: string, text: string): EmailAddress {
  const address = toEmailAddress(text)
  if (address === undefined) throw new InvalidInputError(field, 'email')
  return address
}

/** An address for display: the domain in its own script. */
export function readableEmail(address: string): string {
  const at = address.lastIndexOf('@') + 1
  const domain = domainToUnicode(address.slice(at))
  return at === 0 || domain === '' ? address : address.slice(0, at) + domain
}

/** An address for display to other users, masked. */
export const maskedEmail = (address: string): string => maskAccount(readableEmail(address))
