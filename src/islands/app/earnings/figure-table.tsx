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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls only what can be in focus
    <div className="overflow-x-auto" tabIndex={0}>
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
