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

/** How long a push service keeps an undelivered message. */
const DAY_SECONDS = 86_400

export interface Push {
  readonly publicKey: string
  /** Sends to a browser; returns the HTTP status of its push service. */
  send(subscription: Subscription, payload: string): Promise<number>
}

export const newPushKeys = (): PushKeys => webPush.generateVAPIDKeys()

/**
 * Web push (RFC 8030, 8291, 8292). The library encrypts and signs; the request uses the same client as all addresses from
 * users.
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
