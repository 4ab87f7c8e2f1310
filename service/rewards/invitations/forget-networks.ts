import { NETWORK_DAYS } from '#lib/rules/invitations.ts'
import { deleteNetworksBefore } from '#service/identity/users/fingerprints.ts'
import type { Database } from '#service/platform/db/open.ts'

/** In which networks accounts were is known for no longer than it is compared. */
export const forgetNetworks = (db: Database, now: number): Promise<void> =>
  deleteNetworksBefore(db, new Date(now - NETWORK_DAYS * 86_400_000))
