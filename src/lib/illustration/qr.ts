import { encode } from 'uqr'

/** The QR code of a text (error correction M) as rows of cells, true for dark. Throws when the text is too long for one. */
export const qrCode = (text: string): boolean[][] => encode(text, { ecc: 'M', border: 0 }).data

/** The dark cells as the data of one SVG path, a unit a cell. */
export const qrPath = (code: readonly (readonly boolean[])[]): string =>
  code
    .flatMap((row, y) =>
      row.flatMap((dark, x) => {
        if (!dark || row[x - 1]) return []
        const end = row.indexOf(false, x)
        const length = (end < 0 ? row.length : end) - x
        return [`M${x} ${y}h${length}v1h-${length}z`]
      }),
    )
    .join('')
