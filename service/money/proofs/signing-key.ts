import { createHmac, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'

/** Start of an Ed25519 private key in PKCS #8 (RFC 8410); the 32 bytes of the seed follow. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const SPKI_BYTES = 12

export interface SigningKey {
  /** The 32 bytes of the public key, in hexadecimal. */
  readonly publicKey: string
  /** Signature of a text, 64 bytes in hexadecimal (RFC 8032). */
  sign(text: string): string
}

/**
 * The Ed25519 key of the proofs. Its seed is derived from the pepper, the secret that signs the checkpoints of the ledger, so that whoever has
 * only the database cannot sign; the public half lets anybody check.
 */
export function signingKey(pepper: string): SigningKey {
  const seed = createHmac('sha256', pepper).update('proofs of liabilities: signing key').digest()
  const key: KeyObject = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return {
    publicKey: spki.subarray(SPKI_BYTES).toString('hex'),
    sign: (text) => sign(null, Buffer.from(text), key).toString('hex'),
  }
}
