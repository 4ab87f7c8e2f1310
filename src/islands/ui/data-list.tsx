import type { ReactNode } from 'react'
import { useWide } from './media.ts'

export interface Column<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** Numbers are aligned to the end. */
  align?: 'end'
  /** On phones the first `title` column heads the row; the others follow as label and value. */
  role?: 'title' | 'action'
}

interface DataListProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
}

/** A table; on phones a list of the same rows. Only one of the two is in the page. */
export function DataList<Row>(props: DataListProps<Row>) {
  return useWide() ? <WideTable {...props} /> : <NarrowList {...props} />
}

function WideTable<Row>({ caption, columns, rows, rowKey }: DataListProps<Row>) {
  const end = ({ align, role }: Column<Row>) =>
    `first:pl-5 lg:first:pl-6 last:pr-5 lg:last:pr-6 ${align === 'end' ? 'text-right num' : ''} ${role === 'action' ? 'text-right whitespace-nowrap' : ''}`
  return (
    <div className="overflow-x-auto">
      <table className="table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={end(column)}>
                {column.role === 'action' ? <span className="sr-only">{column.header}</span> : column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td key={column.key} className={end(column)} translate={column.align === 'end' ? 'no' : undefined}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function NarrowList<Row>({ caption, columns, rows, rowKey }: DataListProps<Row>) {
  const title = columns.find(({ role }) => role === 'title')
  const action = columns.filter(({ role }) => role === 'action')
  const rest = columns.filter((column) => column !== title && column.role !== 'action')
  return (
    <ul className="rule" aria-label={caption}>
      {rows.map((row) => (
        <li key={rowKey(row)} className="px-5 py-4">
          {title && <div className="font-medium mb-2">{title.cell(row)}</div>}
          <dl className="grid grid-cols-[minmax(0,1fr)] gap-1.5 text-sm">
            {rest.map((column) => (
              <div key={column.key} className="flex items-center justify-between gap-4">
                <dt className="text-muted shrink-0">{column.header}</dt>
                <dd
                  className={column.align === 'end' ? 'num text-right' : 'text-right min-w-0 break-words'}
                  translate={column.align === 'end' ? 'no' : undefined}
                >
                  {column.cell(row)}
                </dd>
              </div>
            ))}
          </dl>
          {action.map((column) => (
            <div key={column.key} className="mt-3">
              {column.cell(row)}
            </div>
          ))}
        </li>
      ))}
    </ul>
  )
}
