import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts texts in the database, so that a stolen table is useless (AES-256-GCM, with a key derived by HKDF). */

const deriveKey = (pepper: string, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', pepper, new Uint8Array(0), purpose, 32))

/** Encrypts a text for one purpose; the result is base64 of nonce, tag and ciphertext. */
export function encrypt(text: string, pepper: string, purpose: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(pepper, purpose), nonce)
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64')
}

/** Decrypts a text. Throws for another purpose or pepper, and for a changed text. */
export function decrypt(encrypted: string, pepper: string, purpose: string): string {
  const bytes = Buffer.from(encrypted, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(pepper, purpose), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8')
}
