/** Values of the calculator's heat strips; levels 0 to 4 as in every strip. */

const PAYBACK_CELLS = 30

/** 24 cells, one an hour: as many hot ones as hours, the last one lukewarm when it is not whole. */
export const hoursCells = (hours: number): number[] =>
  Array.from({ length: 24 }, (_, cell) => (cell + 1 <= hours ? 3 : cell < hours ? 1 : 0))

/** A plan's term in 30 cells: lukewarm while it pays its price back, hot from the day on which it has. */
export const paybackCells = (termDays: number, breakEvenDay = Number.POSITIVE_INFINITY): number[] =>
  Array.from({ length: PAYBACK_CELLS }, (_, cell) => (((cell + 1) * termDays) / PAYBACK_CELLS < breakEvenDay ? 1 : 4))
