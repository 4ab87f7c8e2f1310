import type { ExternalChannel } from '#lib/rules/alerts.ts'
import type { Database } from '#service/platform/db/open.ts'

/** The address of an alert: a channel of a user, and of push messages one of their browsers. */
export interface Recipient {
  userId: string
  channel: ExternalChannel
  /** Id of the browser's subscription; empty for channels with one address. */
  recipient: string
}

/** Deletes the last delivery of a recipient that was removed or replaced. */
export async function deleteOutcome(db: Database, { userId, channel, recipient }: Recipient): Promise<void> {
  await db
    .deleteFrom('alert_recipients')
    .where('user_id', '=', userId)
    .where('channel', '=', channel)
    .where('recipient', '=', recipient)
    .execute()
}
