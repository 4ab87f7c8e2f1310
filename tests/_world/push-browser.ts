import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import type { Posted } from './receiver.ts'

/** A browser's side of web push, by the standards and not by the library that sends: RFC 8188, 8291 and 8292. */

const derive = (key: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

export function createPushBrowser(endpoint: string) {
  const keys = createECDH('prime256v1')
  const publicKey = keys.generateKeys()
  const auth = randomBytes(16)
  return {
    subscription: { endpoint, p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    /** The received messages. */
    read({ body }: Posted): string {
      const salt = body.subarray(0, 16)
      const length = body.readUInt8(20)
      const sender = body.subarray(21, 21 + length)
      const shared = keys.computeSecret(sender)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender])
      const key = derive(shared, auth, info, 32)
      const content = derive(key, salt, 'Content-Encoding: aes128gcm\0', 16)
      const nonce = derive(key, salt, 'Content-Encoding: nonce\0', 12)
      const sealed = body.subarray(21 + length)
      const cipher = createDecipheriv('aes-128-gcm', content, nonce)
      cipher.setAuthTag(sealed.subarray(-16))
      const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
      return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
    },
  }
}

/** The claims of a request's VAPID token; throws unless the service's key signed it. */
export function vapidClaims({ headers }: Posted, publicKey: string): Record<string, unknown> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? []
  if (key !== publicKey) throw new Error('another key')
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isRight) throw new Error('a signature of somebody else')
  return JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'))
}
