import { atom } from 'nanostores'

/** Below 768 px, where lists replace tables (ui/media.ts). */
const narrow = typeof matchMedia === 'undefined' ? undefined : matchMedia('(max-width: 47.99rem)')

export const $isPhone = atom(narrow?.matches ?? false)
narrow?.addEventListener('change', ({ matches }) => $isPhone.set(matches))

/** Initial rows of a phone's list, and its growth (SPEC-9.20). */
const STEP = 20
/** Maximum rows of one answer (lib/contract/fields.ts). */
const MAX_ROWS = 100
const MAX_STEPS = MAX_ROWS / STEP

export interface Part {
  page: number
  size: number
}

/**
 * The requested part of a list. A phone's list grows: its page n is the first n times 20 rows in one answer, so that
 * rows above never become stale. From 100 rows on it has pages of 100.
 */
export function partOf({ page, size }: Part, isPhone: boolean): Part {
  if (!isPhone) return { page, size }
  return page <= MAX_STEPS ? { page: 1, size: page * STEP } : { page: page - MAX_STEPS + 1, size: MAX_ROWS }
}

/** The same with the field names of the specification's older lists. */
export function pageSizeOf(at: Part, isPhone: boolean) {
  const { page, size } = partOf(at, isPhone)
  return { page, pageSize: size }
}

/** The page of a list whose part has a page of its own. */
export const pageOfPart = (page: number, isPhone: boolean): number => (isPhone ? page + MAX_STEPS - 1 : page)

/** True if the phone's list can still grow. */
export const growsOn = ({ page, size }: Part, total: number, isPhone: boolean): boolean =>
  isPhone && page === 1 && size < MAX_ROWS && size < total
