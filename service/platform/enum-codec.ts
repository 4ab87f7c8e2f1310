import { type RawBuilder, sql } from 'kysely'

/**
 * What has a name here and in the database has a number on the wire, and in the keys of operations, which stay for good. Tables
 * of the contract such as `withdrawalStatus` say which is which; these read them backwards, and in SQL.
 */
type Numbers = Readonly<Record<string, number>>
type NameOf<Table extends Numbers, Value> = {
  [Name in keyof Table]: Table[Name] extends Value ? Name : never
}[keyof Table]

export const nameOf = <Table extends Numbers, Value extends Table[keyof Table]>(table: Table, value: Value) =>
  Object.keys(table).find((name) => table[name] === value) as NameOf<Table, Value>

/** The number of the name in a column. */
export function numberOf(column: string, table: Numbers): RawBuilder<number> {
  const cases = Object.entries(table).map(([name, value]) => sql`when ${name} then ${value}::int`)
  return sql`case ${sql.ref(column)} ${sql.join(cases, sql` `)} end`
}
