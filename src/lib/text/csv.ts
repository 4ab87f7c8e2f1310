/** A cell of a table: text is guarded, numbers (decimal strings of ours) are written as they are. */
export type CsvCell = string | { readonly number: string }

const isNumber = /^-?\d+(?:\.\d+)?$/
/**
 * A position where a spreadsheet would begin a formula (threat T25): at a sign, also full-width or small, at the start
 * of the text or after a separator. Sheets read with `;` or tabs are split there even within quotes.
 */
const formula = /(^|[;,|\t\r\n])([\s"]*)(?=[=+\-@＝＋－＠﹦﹢﹣﹫\t\r\0])/g

function written(cell: CsvCell): string {
  if (typeof cell !== 'string') {
    if (!isNumber.test(cell.number)) throw new TypeError(`not a decimal number: ${cell.number}`)
    return cell.number
  }
  const text = cell.replace(formula, "$1$2'")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * A table as CSV by RFC 4180: a head and rows, each closed by CRLF, with a byte order mark so that spreadsheets read
 * UTF-8. What a spreadsheet would take for a formula gets an apostrophe before it. Throws a TypeError for a number
 * that is no plain decimal.
 */
export function toCsv(head: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return `\uFEFF${[head, ...rows].map((row) => `${row.map(written).join(',')}\r\n`).join('')}`
}
