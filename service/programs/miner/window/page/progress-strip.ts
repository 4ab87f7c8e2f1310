import { html } from './dom.ts'

/** Cells of the strip that shows how much has come. */
const CELLS = 24

export const startProgress = (id: string): void =>
  html(id).replaceChildren(...Array.from({ length: CELLS }, () => document.createElement('i')))

/** Shows how much of a file has come; hidden without one. */
export function drawProgress(id: string, part: { received: number; size: number } | undefined): void {
  html(id).hidden = part === undefined
  if (!part) return
  const filled = Math.floor((part.received / Math.max(1, part.size)) * CELLS)
  for (const [index, cell] of [...html(id).children].entries()) cell.toggleAttribute('data-on', index < filled)
}
