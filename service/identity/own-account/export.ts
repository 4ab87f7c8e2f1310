import { sql } from 'kysely'
import { type Asset, fromUnits } from '#lib/money/coins.ts'
import type { Context } from '#service/platform/context.ts'
import { snapshot } from '#service/platform/db/snapshot.ts'
import type { Row } from '#service/platform/own-data.ts'

/** Maximum rows of a part: the reply is a single document. The newest are kept. */
const MAX_ROWS = 5000

const money = ['amount', 'fee', 'receive']

/** Formats a row for other programs: amounts as decimals of their coin, times in ISO 8601. */
const toExportRow = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (value instanceof Date) return [name, value.toISOString()]
      if (typeof value === 'bigint')
        return [
          name,
          money.includes(name) && typeof row.coin === 'string' ? fromUnits(value, row.coin as Asset) : String(value),
        ]
      return [name, value]
    }),
  )

/** Exports all of a user's data in one snapshot. */
export const exportUserData = (ctx: Context, userId: string): Promise<Record<string, Row[]>> =>
  snapshot(ctx.db, async (db) => {
    const data: Record<string, Row[]> = {}
    for (const [name, part] of ctx.ownData.flatMap(({ parts = {} }) => Object.entries(parts))) {
      const { rows } = await sql<Row>`select * from (${part(userId)}) as part limit ${MAX_ROWS}`.execute(db)
      data[name] = rows.map(toExportRow)
    }
    return data
  })
