import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { beginPasskeyLogin, passkeyLogin } from '#lib/contract/passkey-login.ts'
import { addPasskey, beginPasskey } from '#lib/contract/passkeys.ts'
import type { Visitor } from './visitor.ts'

/** An authenticator in software: one ES256 key, attestation "none", as WebAuthn Level 3 writes it. */

const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest()

/** Just enough CBOR (RFC 8949) for a key and an attestation. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, size: number): Buffer => {
    if (size < 24) return Buffer.from([(major << 5) | size])
    if (size < 256) return Buffer.from([(major << 5) | 24, size])
    return Buffer.from([(major << 5) | 25, size >> 8, size & 255])
  }
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const parts = [...value].flatMap(([key, one]) => [cbor(key), cbor(one as Buffer)])
  return Buffer.concat([head(5, value.size), ...parts])
}

/** Changes to a valid answer. */
export interface Tampering {
  origin?: string
  party?: string
  challenge?: string
  type?: string
  /** UP 1, UV 4, BE 8, BS 16, AT 64. */
  flags?: number
  counter?: number
}

export function createPasskey(id = randomBytes(24).toString('base64url')) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const rawId = Buffer.from(id, 'base64url')
  const cose = new Map<number, number | Buffer>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ])
  let counter = 0
  const client = (type: string, challenge: string, tampering: Tampering) =>
    Buffer.from(
      JSON.stringify({
        type: tampering.type ?? type,
        challenge: tampering.challenge ?? challenge,
        origin: tampering.origin ?? 'http://localhost:8080',
        crossOrigin: false,
      }),
    )
  const data = (flags: number, tampering: Tampering, attested = Buffer.alloc(0)) => {
    counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(tampering.counter ?? counter)
    return Buffer.concat([
      sha256(tampering.party ?? 'localhost'),
      Buffer.from([tampering.flags ?? flags]),
      count,
      attested,
    ])
  }
  const text = (bytes: Buffer) => bytes.toString('base64url')
  return {
    id,
    made(challenge: string, tampering: Tampering = {}) {
      const size = Buffer.from([rawId.length >> 8, rawId.length & 255])
      const attested = Buffer.concat([Buffer.alloc(16), size, rawId, cbor(cose)])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', data(1 | 4 | 64, tampering, attested)],
      ])
      const clientDataJSON = text(client('webauthn.create', challenge, tampering))
      const response = { clientDataJSON, attestationObject: text(cbor(attestation)), transports: ['internal'] }
      return { id, rawId: id, type: 'public-key' as const, response }
    },
    used(challenge: string, tampering: Tampering = {}) {
      const clientData = client('webauthn.get', challenge, tampering)
      const authenticatorData = data(1 | 4, tampering)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey)
      const response = {
        clientDataJSON: text(clientData),
        authenticatorData: text(authenticatorData),
        signature: text(signature),
      }
      return { id, rawId: id, type: 'public-key' as const, response }
    },
  }
}

export type SoftPasskey = ReturnType<typeof createPasskey>

export const challengeOf = ({ options }: { options: Record<string, unknown> }): string => String(options.challenge)

/** Adds a passkey to an account, as the page does. */
export async function savePasskey(user: Visitor, name = 'My laptop', passkey = createPasskey()): Promise<SoftPasskey> {
  const challenge = challengeOf(await user.call(beginPasskey, {}))
  await user.call(addPasskey, { name, credential: passkey.made(challenge) })
  return passkey
}

export async function signInWith(visitor: Visitor, passkey: SoftPasskey, tampering: Tampering = {}) {
  const challenge = challengeOf(await visitor.call(beginPasskeyLogin, {}))
  return visitor.call(passkeyLogin, { credential: passkey.used(challenge, tampering) })
}
