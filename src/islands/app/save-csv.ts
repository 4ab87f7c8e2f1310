import { type CsvCell, toCsv } from '#lib/text/csv.ts'

/** Hands a table to the browser as a file. */
export function saveCsv(name: string, head: readonly string[], rows: readonly (readonly CsvCell[])[]): void {
  const address = URL.createObjectURL(new Blob([toCsv(head, rows)], { type: 'text/csv;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: `${name}.csv` })
  link.click()
  // The browser has read the address by the next task.
  setTimeout(() => URL.revokeObjectURL(address))
}

const SIZE = 100

/** Every record of a paged list, 100 at a time. A record that moves to another page meanwhile is kept once. */
export async function allRecords<Row extends { _id: string }>(
  ask: (page: { page: number; size: number }) => Promise<{ records: Row[]; total: number }>,
): Promise<Row[]> {
  const found = new Map<string, Row>()
  for (let page = 1; ; page += 1) {
    const { records, total } = await ask({ page, size: SIZE })
    for (const record of records) found.set(record._id, record)
    if (records.length < SIZE || page * SIZE >= total) return [...found.values()]
  }
}
