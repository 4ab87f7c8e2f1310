import type { ReactNode } from 'react'

interface FigureTableProps {
  caption?: string
  /** Column headings; the first column identifies the row. */
  head: readonly string[]
  children: ReactNode
}

/** Figures in rows, within a panel. On a phone wide rows scroll. */
export function FigureTable({ caption, head, children }: FigureTableProps) {
  return (
    <div className="overflow-x-auto">
      <table className="table figures">
        {caption && <caption className="text-left text-sm font-semibold px-5 lg:px-6 pt-4">{caption}</caption>}
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
