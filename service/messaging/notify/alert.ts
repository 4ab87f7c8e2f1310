import type { AlertEvent, ExternalChannel } from '#lib/rules/alerts.ts'

/** An alert for a channel outside the app. It is queued as JSON and holds everything that its delivery needs. */
export interface Alert {
  /** The id of its message or notice: a channel never sends the same one twice. */
  id: string
  userId: string
  event: AlertEvent
  /** Key of its texts in the mail catalogue, and their values. */
  kind: string
  values: Record<string, string>
  /** The linked path of the site. */
  href: string
  /** Unix milliseconds. */
  at: number
}

/** An alert for one recipient. */
export interface Delivery extends Alert {
  channel: ExternalChannel
  /** Id of the browser's subscription; empty for channels with one address. */
  recipient: string
}

/** The result of a delivery that needs no retry. */
export type Outcome =
  | 'delivered'
  /** It was removed meanwhile. */
  | 'missing'
  /** It will never take anything again; the code says why. */
  | { ended: string }

/** The input of a channel: the alert, its rendered text, and the link. */
export interface RenderedDelivery {
  delivery: Delivery
  written: { title: string; text: string }
  link: string
}
