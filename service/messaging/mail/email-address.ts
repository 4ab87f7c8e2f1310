import { domainToASCII, domainToUnicode } from 'node:url'
import { EMAIL_LENGTH, isEmail, typedEmail } from '#lib/rules/emails.ts'
import { maskAccount } from '#lib/text/mask-email.ts'
import { InvalidInputError } from '#service/platform/http/refusal.ts'

declare const canonical: unique symbol
/** An address in the one form in which it is stored and compared: small letters, NFC, the domain in ASCII (UTS 46). */
export type EmailAddress = string & { readonly [canonical]: true }

/** Octets of a local part (RFC 5321, 4.5.3.1). */
const LOCAL_LENGTH = 64
/** What may stand in a domain before UTS 46 maps it; nothing that an address of the web would read otherwise. */
const domainForm = /^[\p{L}\p{M}\p{N}\p{So}.。｡-]+$/u
const asciiForm = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/
/** A top-level domain is no number: that would be an address of the network. */
const numeric = /\.[0-9]+$/

/** The domain in ASCII; undefined where it can be none. */
function asciiDomain(domain: string): string | undefined {
  if (!domainForm.test(domain)) return undefined
  const ascii = domainToASCII(domain)
  if (!asciiForm.test(ascii) || numeric.test(ascii)) return undefined
  // A label that says to be encoded and cannot be decoded comes back as it was.
  return /(?:^|\.)xn--/.test(domainToUnicode(ascii)) ? undefined : ascii
}

/** The canonical form of an address that somebody typed; undefined for what is none. */
export function toEmailAddress(text: string): EmailAddress | undefined {
  const typed = typedEmail(text)
  if (!isEmail(typed)) return undefined
  const at = typed.lastIndexOf('@')
  const [local, domain] = [typed.slice(0, at), asciiDomain(typed.slice(at + 1))]
  if (domain === undefined || Buffer.byteLength(local) > LOCAL_LENGTH) return undefined
  const address = `${local}@${domain}`
  return Buffer.byteLength(address) > EMAIL_LENGTH ? undefined : (address as EmailAddress)
}

/** The same of a field of a call, which is refused where it holds none. */
export function parseEmailField(field: string, text: string): EmailAddress {
  const address = toEmailAddress(text)
  if (address === undefined) throw new InvalidInputError(field, 'email')
  return address
}

/** An address as its owner reads it: the domain in its own script. */
export function readableEmail(address: string): string {
  const at = address.lastIndexOf('@') + 1
  const domain = domainToUnicode(address.slice(at))
  return at === 0 || domain === '' ? address : address.slice(0, at) + domain
}

/** An address of somebody else, readable and masked. */
export const maskedEmail = (address: string): string => maskAccount(readableEmail(address))
