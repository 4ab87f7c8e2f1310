import type { Insertable } from 'kysely'
import type { Database } from '#service/platform/db/open.ts'
import type { Tables } from '#service/platform/db/tables.ts'

/** Adds a machine that has been there for a while, with its hours online and its prices. */
export async function insertHistory(
  db: Database,
  of: {
    machine: Insertable<Tables['gpus']>
    hours: readonly Insertable<Tables['gpu_hours']>[]
    prices: readonly Insertable<Tables['gpu_prices']>[]
  },
): Promise<void> {
  await db.insertInto('gpus').values(of.machine).execute()
  await db.insertInto('gpu_hours').values(of.hours).execute()
  await db.insertInto('gpu_prices').values(of.prices).execute()
}

export async function machineIds(db: Database): Promise<Set<string>> {
  return new Set((await db.selectFrom('gpus').select('id').execute()).map(({ id }) => id))
}
