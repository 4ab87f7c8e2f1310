import { sql } from 'kysely'
import type { OwnData } from '#service/platform/own-data.ts'

export const proofOwnData: OwnData = {
  parts: {
    proofs: (id) => sql`
      select day, asset as coin, (select sum(part) from unnest(parts) as part) as amount from proof_leaves
      where user_id = ${id} order by day desc, asset`,
  },
  // The published trees stay as they are: they hold no more than the hash of a leaf.
  personal: ['proof_leaves'],
}
