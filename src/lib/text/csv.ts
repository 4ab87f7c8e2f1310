/** A cell of a table: text is guarded, numbers (decimal strings of ours) are written as they are. */
export type CsvCell = string | { readonly number: string }

const isNumber = /^-?\d+(?:\.\d+)?$/
/** Signs with which a spreadsheet would begin to reckon (threat T25). */
const isFormula = /^[=+\-@\t\r\0]/

function written(cell: CsvCell): string {
  if (typeof cell !== 'string') {
    if (!isNumber.test(cell.number)) throw new TypeError(`not a decimal number: ${cell.number}`)
    return cell.number
  }
  const text = isFormula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * A table as CSV by RFC 4180: a head and rows, each closed by CRLF, with a byte order mark so that spreadsheets read
 * UTF-8. A text that a spreadsheet would take for a formula gets a leading apostrophe. Throws a TypeError for a number
 * that is no plain decimal.
 */
export function toCsv(head: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return `\uFEFF${[head, ...rows].map((row) => `${row.map(written).join(',')}\r\n`).join('')}`
}
