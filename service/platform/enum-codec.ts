import { type RawBuilder, sql } from 'kysely'

/**
 * Statuses and types have names here and in the database, and numbers on the wire and in operation keys, which never change.
 * Tables of the contract such as `withdrawalStatus` map them; these functions read them backwards, and in SQL.
 */
type Numbers = Readonly<Record<string, number>>
type NameOf<Table extends Numbers, Value> = {
  [Name in keyof Table]: Table[Name] extends Value ? Name : never
}[keyof Table]

export const nameOf = <Table extends Numbers, Value extends Table[keyof Table]>(table: Table, value: Value) =>
  Object.keys(table).find((name) => table[name] === value) as NameOf<Table, Value>

/** SQL for the number of the name in a column. */
export function numberOf(column: string, table: Numbers): RawBuilder<number> {
  const cases = Object.entries(table).map(([name, value]) => sql`when ${name} then ${value}::int`)
  return sql`case ${sql.ref(column)} ${sql.join(cases, sql` `)} end`
}
