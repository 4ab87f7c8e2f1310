import { atom, computed } from 'nanostores'
import { withdrawalList } from '#lib/contract/withdrawals.ts'
import { createResource } from '../core/calls/resource.ts'
import { $earnings } from '../earnings/store.ts'

/** Rows fetched by the overview (SPEC-9.19). */
const HOME_SIZE = 5
/** Rows that are shown of them: as many as of the earnings beside them. */
export const SHOWN = 4

/** The newest withdrawals; the withdrawn total changes with each of them. */
export const $recent = createResource(withdrawalList, {
  $payload: atom({ page: 1, size: HOME_SIZE }),
  $changes: computed(
    $earnings,
    ({ data }) => data && JSON.stringify(data.coins.map(({ withdrawing, withdrawn }) => [withdrawing, withdrawn])),
  ),
})
