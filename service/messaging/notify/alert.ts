import type { AlertEvent, ExternalChannel } from '#lib/rules/alerts.ts'

/** What a way beside the box of messages tells: it waits as JSON, and whoever delivers it needs no more than this. */
export interface Alert {
  /** That of its message or notice: the same one is never told twice by a way. */
  id: string
  userId: string
  event: AlertEvent
  /** Its texts in the mail catalogue, with what is filled in. */
  kind: string
  values: Record<string, string>
  /** Where it leads: a path of the site. */
  href: string
  /** Unix milliseconds. */
  at: number
}

/** An alert on its way. */
export interface Delivery extends Alert {
  channel: ExternalChannel
}

/** What a way takes: the alert, its words, and the address that it leads to. */
export interface RenderedDelivery {
  delivery: Delivery
  written: { title: string; text: string }
  link: string
}
