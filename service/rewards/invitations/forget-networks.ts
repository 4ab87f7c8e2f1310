import { NETWORK_DAYS } from '#lib/rules/invitations.ts'
import type { Database } from '#service/platform/db/open.ts'

/** In which networks accounts were is known for no longer than it is compared. */
export async function forgetNetworks(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('network_sightings')
    .where('last_at', '<', new Date(now - NETWORK_DAYS * 86_400_000))
    .execute()
}
