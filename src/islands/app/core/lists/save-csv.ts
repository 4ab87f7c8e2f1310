import { type CsvCell, toCsv } from '#lib/text/csv.ts'

/** Saves a table as a file of the browser. */
export function saveCsv(name: string, head: readonly string[], rows: readonly (readonly CsvCell[])[]): void {
  const address = URL.createObjectURL(new Blob([toCsv(head, rows)], { type: 'text/csv;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: `${name}.csv` })
  link.click()
  // The browser has read the address by the next task.
  setTimeout(() => URL.revokeObjectURL(address))
}

const SIZE = 100
/** A list that still changes after this many reads fails with an error. */
const MAX_READINGS = 3

interface Page<Row> {
  records: Row[]
  total: number
  /** For a list read by keys: where its next page begins. */
  next?: string | null
}
type PageRequest<Row> = (at: { page: number; size: number; after?: string }) => Promise<Page<Row>>

/** The list moved during every reading: a record may be missing. */
export class ListChangedError extends Error {}

/**
 * Every record of a list, 100 at a time, by keys if it has them. Pages by offset miss a record when another one leaves
 * the filter meanwhile, so the list is read again until nothing has moved. Throws `ListChangedError`.
 */
export async function allRecords<Row extends { _id: string }>(ask: PageRequest<Row>): Promise<Row[]> {
  for (let reading = 0; reading < MAX_READINGS; reading += 1) {
    const found = await readOnce(ask)
    if (found) return found
  }
  throw new ListChangedError()
}

/** All pages; undefined when the list has moved between two of them. */
async function readOnce<Row extends { _id: string }>(ask: PageRequest<Row>): Promise<Row[] | undefined> {
  const first = await ask({ page: 1, size: SIZE })
  if (first.next !== undefined) return behindKeys(ask, first)
  const found = new Map(first.records.map((row) => [row._id, row]))
  for (let page = 2; (page - 1) * SIZE < first.total; page += 1) {
    const { records, total } = await ask({ page, size: SIZE })
    if (total !== first.total) return undefined
    for (const row of records) found.set(row._id, row)
  }
  return found.size === first.total ? [...found.values()] : undefined
}

async function behindKeys<Row>(ask: PageRequest<Row>, first: Page<Row>): Promise<Row[]> {
  const records = [...first.records]
  for (let after = first.next; after; ) {
    const page = await ask({ page: 1, size: SIZE, after })
    records.push(...page.records)
    after = page.next
  }
  return records
}
