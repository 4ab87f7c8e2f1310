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
  /** A proof that is being published would save the leaf of the account after it is erased. */
  async lock(db) {
    await sql`lock table proof_days in share mode`.execute(db)
  },
}
