import { sql } from 'kysely'
import { HOST_GONE_MS } from '#lib/rules/gpu.ts'
import type { Database } from '#service/platform/db/open.ts'
import { offerPage } from '#service/rental/queries.ts'
import { addManyGpus } from '#world/many-gpus.ts'
import { choicesByScan, offersByScan } from '#world/whole-history.ts'
import { addAccount } from '../ground/accounts.ts'
import type { Comparison } from './compare.ts'

export async function compareMarket(db: Database, count: number): Promise<Comparison[]> {
  const now = Date.now()
  await sql`truncate gpus cascade`.execute(db)
  const { id: ownerId } = await addAccount(db, { name: `host${count}`, devices: 0, difficulty: 4096 })
  await addManyGpus(db, { ownerId, count, now })
  await sql`vacuum analyze`.execute(db)
  const userId = 'nobody'
  return [
    {
      name: 'the first page of the market',
      before: async () => {
        await offersByScan(db, { userId, now, goneMs: HOST_GONE_MS })
        await choicesByScan(db, userId)
      },
      after: () => offerPage(db, { userId, now, page: 1, size: 20, sort: 'price' }),
      maxMs: 40,
    },
  ]
}
