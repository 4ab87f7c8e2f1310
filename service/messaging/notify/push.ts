import webPush from 'web-push'
import type { OutboundClient } from '#service/platform/outbound.ts'

export interface PushKeys {
  publicKey: string
  privateKey: string
}

export interface Subscription {
  endpoint: string
  p256dh: string
  auth: string
}

/** How long a push service keeps what it cannot deliver yet. */
const DAY_SECONDS = 86_400

export interface Push {
  readonly publicKey: string
  /** Sends to a browser; gives what its push service answers. */
  send(subscription: Subscription, payload: string): Promise<number>
}

export const newPushKeys = (): PushKeys => webPush.generateVAPIDKeys()

/**
 * Web push (RFC 8030, 8291, 8292). The library seals and signs; the request goes the way of every address that somebody
 * else has named.
 */
export function createPush(keys: PushKeys, { outbound, subject }: { outbound: OutboundClient; subject: string }): Push {
  return {
    publicKey: keys.publicKey,
    async send({ endpoint, p256dh, auth }, payload) {
      const details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
        vapidDetails: { subject, ...keys },
        TTL: DAY_SECONDS,
        urgency: 'normal',
      })
      const { status } = await outbound.post(details.endpoint, {
        headers: details.headers as Record<string, string | number>,
        body: details.body ?? '',
      })
      return status
    },
  }
}
