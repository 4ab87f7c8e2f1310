import { createHash, randomBytes } from 'node:crypto'

/** 96 random bits, safe in addresses; ids tell nothing about how many there are. */
export const newId = (): string => randomBytes(12).toString('base64url')

/** An opaque 256-bit token. Only its hash is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** `length` characters of Crockford base32, 5 random bits each. */
export function newCode(length: number): string {
  return Array.from(randomBytes(length), (byte) => CROCKFORD[byte % 32]).join('')
}
