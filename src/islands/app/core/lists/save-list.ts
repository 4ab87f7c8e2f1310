import type { Endpoint, ReplyOf, RequestOf } from '#lib/contract/endpoint.ts'
import type { CsvCell } from '#lib/text/csv.ts'
import { call } from '../calls/call.ts'
import { allRecords, saveCsv } from './save-csv.ts'

export type RecordOf<E extends Endpoint> = ReplyOf<E> extends { records: (infer Row)[] } ? Row : never

export interface CsvOptions<Row> {
  /** Name of the file, without its ending. */
  name: string
  head: readonly string[]
  row: (record: Row) => readonly CsvCell[]
}

/** All records of a call, in one file. Throws `ListChangedError`, and the call's errors. */
export async function saveList<E extends Endpoint>(
  endpoint: E,
  filter: object,
  { name, head, row }: CsvOptions<RecordOf<E>>,
): Promise<void> {
  const ask = (at: object) => call(endpoint, { ...filter, ...at } as RequestOf<E>)
  const records = await allRecords<RecordOf<E> & { _id: string }>(ask as never)
  saveCsv(name, head, records.map(row))
}
