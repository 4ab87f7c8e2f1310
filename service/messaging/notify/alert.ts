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

/** An alert for one channel. */
export interface Delivery extends Alert {
  channel: ExternalChannel
}

/** The input of a channel: the alert, its rendered text, and the link. */
export interface RenderedDelivery {
  delivery: Delivery
  written: { title: string; text: string }
  link: string
}
