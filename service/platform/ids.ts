import { createHash, randomBytes } from 'node:crypto'

/**
 * 16 random characters that are safe in URLs. They begin with a letter or a digit: on a command line an argument that begins
 * with a hyphen is an option.
 */
export function newId(): string {
  const id = randomBytes(12).toString('base64url')
  return /^[-_]/.test(id) ? newId() : id
}

/** An opaque 256-bit token. Only its hash is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** SHA-256 is enough: tokens have 256 random bits. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** `length` characters of Crockford base32, 5 random bits each. */
export function newCode(length: number): string {
  return Array.from(randomBytes(length), (byte) => CROCKFORD[byte % 32]).join('')
}
