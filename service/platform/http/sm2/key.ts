import { randomBytes } from 'node:crypto'
import { loadOrCreateSecret } from '../../secrets.ts'
import { publicKeyOf } from './noble.ts'
import { isPrivateKey } from './parameters.ts'

export interface Sm2Key {
  /** 64 hex digits. */
  readonly privateKey: string
  /** `04` and 128 hex digits. */
  readonly publicKey: string
}

const WHAT = 'an SM2 private key (64 hex digits, from 1 to the order of the curve less 2)'

/**
 * The service's key: the given one (`SM2_PRIVATE_KEY`), else the one in `file`, which the first start creates with mode 0600.
 * Throws an error that names the setting or the file when the key is invalid.
 */
export function loadSm2Key({ privateKeyHex, file }: { privateKeyHex?: string | undefined; file: string }): Sm2Key {
  const configured = privateKeyHex?.trim()
  if (configured) assertPrivateKey(configured, 'SM2_PRIVATE_KEY')
  const privateKey = (
    configured || loadOrCreateSecret(file, { what: WHAT, isValid: isPrivateKey, make: drawPrivateKey })
  ).toLowerCase()
  return { privateKey, publicKey: publicKeyOf(privateKey) }
}

/** Throws unless it is a valid private key. The message never shows the key. */
export function assertPrivateKey(privateKey: string, name: string): void {
  if (!isPrivateKey(privateKey)) throw new Error(`${name} is not ${WHAT}`)
}

/** Uniform by rejection sampling. */
export function drawPrivateKey(): string {
  for (;;) {
    const drawn = randomBytes(32).toString('hex')
    if (isPrivateKey(drawn)) return drawn
  }
}
