import type { SelectQueryBuilder } from 'kysely'

export interface PageAt {
  /** From 1. */
  page: number
  size: number
}

/**
 * A page of what a query finds, in its order, with the number of all. A page that is not full tells that number by itself:
 * only longer lists are counted.
 */
export async function pageOf<Tables, From extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, From, Row>,
  { page, size }: PageAt,
): Promise<{ rows: Row[]; total: number }> {
  const before = (page - 1) * size
  const rows = await query.limit(size).offset(before).execute()
  const isLast = rows.length < size && (rows.length > 0 || before === 0)
  return { rows: rows as Row[], total: isLast ? before + rows.length : await countOf(query) }
}

async function countOf<Tables, From extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, From, Row>,
): Promise<number> {
  const counted = query
    .clearSelect()
    .clearOrderBy()
    .select(({ fn }) => fn.countAll<string>().as('total'))
  const { total } = (await counted.executeTakeFirstOrThrow()) as { total: string }
  return Number(total)
}
