import { NETWORK_DAYS } from '#lib/rules/invitations.ts'
import { deleteNetworksBefore } from '#service/identity/users/fingerprints.ts'
import type { Database } from '#service/platform/db/open.ts'

/** Deletes sightings of networks that are too old to be compared. */
export const forgetNetworks = (db: Database, now: number): Promise<void> =>
  deleteNetworksBefore(db, new Date(now - NETWORK_DAYS * 86_400_000))
