import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { useWide } from '#ui/media.ts'
import { $sortings } from './list-order.ts'
import { $dense, nextSorting, type SortValue, setSorting, sortRows } from './table-sort.ts'

export interface Column<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** Numbers are aligned to the end. */
  align?: 'end'
  /**
   * On phones the `title` column heads the row, and the `value` column stands at the end of its line. The `plain`
   * ones follow in a line without labels, the others with theirs: one in that line, several in columns. A `status` and
   * the `action` share the last line.
   */
  role?: 'title' | 'value' | 'plain' | 'status' | 'action'
  /** True if a phone shows the heading beside the value. */
  isNamed?: boolean
  /** The value to sort the rows of a whole list by, in a column that the service does not sort. */
  sort?: (row: Row) => SortValue
}

interface DataListProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Name under which the browser remembers the order of the rows. */
  name: string
  /** Sums of all rows, below them in every order. */
  total?: Row | undefined
  /** Number of rows of the whole list, where `rows` may be a part of it. */
  listTotal?: number | undefined
  /** The columns that the service sorts the list by: all that sort a part of a list. */
  sortedBy?: readonly string[]
}

/** The sorter of a column: the service sorts the list, the browser its rows, or nobody. */
function sorterOf<Row>({ sortedBy, rows, listTotal = 0 }: DataListProps<Row>, { key, sort }: Column<Row>) {
  if (sortedBy?.includes(key)) return 'service'
  return sort && rows.length >= listTotal ? 'rows' : undefined
}

/** A table; on phones a list of the same rows. Only one of the two is in the page. */
export function DataList<Row>(props: DataListProps<Row>) {
  const sorting = useStore($sortings)[props.name]
  const column = props.columns.find(({ key }) => key === sorting?.by)
  const value = column && sorterOf(props, column) === 'rows' ? column.sort : undefined
  const rows = sorting && value ? sortRows(props.rows, value, sorting) : props.rows
  return useWide() ? <WideTable {...props} rows={rows} /> : <NarrowList {...props} rows={rows} />
}

function WideTable<Row>(props: DataListProps<Row>) {
  const { name, caption, columns, rows, rowKey, total } = props
  const isDense = useStore($dense)
  const end = ({ align, role }: Column<Row>) =>
    `first:pl-5 lg:first:pl-6 last:pr-5 lg:last:pr-6 ${align === 'end' ? 'text-right num' : ''} ${role === 'action' ? 'text-right whitespace-nowrap' : ''} ${isDense ? 'py-1' : ''}`
  const cells = (row: Row) =>
    columns.map((column) =>
      column.role === 'title' ? (
        <th
          key={column.key}
          scope="row"
          className={`font-normal text-base-content ${end(column)}`}
          style={{ fontSize: 'inherit' }}
        >
          {column.cell(row)}
        </th>
      ) : (
        <td key={column.key} className={end(column)} translate={column.align === 'end' ? 'no' : undefined}>
          {column.cell(row)}
        </td>
      ),
    )
  return (
    <div className="overflow-x-auto">
      <table className="table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading
                key={column.key}
                table={name}
                column={column}
                sorts={sorterOf(props, column) !== undefined}
                className={end(column)}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>{cells(row)}</tr>
          ))}
          {total && <tr className="font-semibold">{cells(total)}</tr>}
        </tbody>
      </table>
    </div>
  )
}

interface HeadingProps<Row> {
  table: string
  column: Column<Row>
  sorts: boolean
  className: string
}

function Heading<Row>({ table, column: { key, header, role, align }, sorts, className }: HeadingProps<Row>) {
  const current = useStore($sortings)[table]
  const sorting = current?.by === key ? current : undefined
  if (!sorts)
    return (
      <th scope="col" className={className}>
        {role === 'action' ? <span className="sr-only">{header}</span> : header}
      </th>
    )
  const order = sorting && (sorting.isDescending ? 'descending' : 'ascending')
  return (
    <th scope="col" className={className} aria-sort={order}>
      <button
        type="button"
        className={`cursor-pointer hover:text-base-content ${order ? 'text-base-content font-semibold' : ''}`}
        onClick={() => setSorting(table, nextSorting(current, key, align === 'end'))}
      >
        {align !== 'end' && header}
        {/* The arrow has its place before it is there: nothing moves. */}
        <span aria-hidden="true" className={`inline-block w-4 ${order ? '' : 'opacity-0'}`}>
          {order === 'ascending' ? '\u2191' : '\u2193'}
        </span>
        {align === 'end' && header}
      </button>
    </th>
  )
}

function NarrowList<Row>({ caption, columns, rows, rowKey, total }: DataListProps<Row>) {
  const [isDense, shown] = [useStore($dense), total ? [...rows, total] : rows]
  const title = columns.find(({ role }) => role === 'title')
  const value = columns.find(({ role }) => role === 'value')
  return (
    <ul className="rule" aria-label={caption}>
      {shown.map((row) => (
        <li
          key={row === total ? 'total' : rowKey(row)}
          className={`px-5 grid grid-cols-[minmax(0,1fr)] gap-y-2 text-sm ${isDense ? 'py-2' : 'py-3.5'}`}
        >
          {(title || value) && (
            <div className="flex items-center justify-between gap-4">
              {title && <div className="font-medium min-w-0">{title.cell(row)}</div>}
              {value && (
                <div className="num text-right font-semibold" translate="no">
                  <span className={value.isNamed ? 'text-xs text-muted font-normal' : 'sr-only'}>{value.header} </span>
                  {value.cell(row)}
                </div>
              )}
            </div>
          )}
          <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2 empty:hidden">
            <NarrowFacts columns={columns} row={row} />
            <NarrowFoot columns={columns} row={row} />
          </div>
        </li>
      ))}
    </ul>
  )
}

interface NarrowProps<Row> {
  columns: readonly Column<Row>[]
  row: Row
}

/** Columns of the same kind begin at the same place in every row. */
function NarrowFacts<Row>({ columns, row }: NarrowProps<Row>) {
  const plain = columns.filter(({ role }) => role === 'plain')
  const named = columns.filter(({ role }) => role === undefined)
  const [line, grid] = named.length > 1 ? [plain, named] : [[...plain, ...named], []]
  return (
    <>
      {line.length > 0 && (
        <dl className="grow flex flex-wrap items-center gap-x-4 gap-y-1 text-xs min-w-0">
          {line.map((column) => (
            <div key={column.key} className="flex items-baseline gap-1.5 min-w-0">
              <dt className={column.role ? 'sr-only' : 'text-muted shrink-0'}>{column.header}</dt>
              <Value column={column} row={row} />
            </div>
          ))}
        </dl>
      )}
      {grid.length > 0 && (
        // Three beside each other on the narrowest phone, and fewer where letters are larger.
        <dl className="w-full grid gap-x-4 gap-y-1.5 text-xs grid-cols-[repeat(auto-fit,minmax(5rem,1fr))]">
          {grid.map((column) => (
            <div key={column.key} className="min-w-0">
              <dt className="text-muted">{column.header}</dt>
              <Value column={column} row={row} />
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

function Value<Row>({ column: { align, cell }, row }: { column: Column<Row>; row: Row }) {
  return (
    <dd className={align === 'end' ? 'num' : 'min-w-0 break-words'} translate={align === 'end' ? 'no' : undefined}>
      {cell(row)}
    </dd>
  )
}

function NarrowFoot<Row>({ columns, row }: NarrowProps<Row>) {
  const status = columns.find(({ role }) => role === 'status')
  const action = columns.filter(({ role }) => role === 'action')
  if (!status && action.length === 0) return null
  return (
    <div className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-2 ${status ? 'w-full' : 'ml-auto'}`}>
      {status && (
        <div className="min-w-0 text-xs">
          <span className="sr-only">{status.header}: </span>
          {status.cell(row)}
        </div>
      )}
      {action.map((column) => (
        <div key={column.key} className="ml-auto empty:hidden">
          {column.cell(row)}
        </div>
      ))}
    </div>
  )
}
