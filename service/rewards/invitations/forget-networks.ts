import { NETWORK_DAYS } from '#lib/rules/invitations.ts'
import type { Database } from '#service/platform/db/open.ts'

/** Deletes sightings of networks that are too old to be compared. */
export async function forgetNetworks(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('network_sightings')
    .where('last_at', '<', new Date(now - NETWORK_DAYS * 86_400_000))
    .execute()
}
