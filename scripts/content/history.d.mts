import type { Change } from '#lib/text/content/dates.ts'

export function readHistory(
  root: string,
  folder: string,
): ReadonlyMap<string, { changes: readonly Change[]; head: string }> | undefined
