import { computed } from 'nanostores'
import { earningsByDay } from '#lib/contract/earnings.ts'
import { createResource } from '../core/calls/resource.ts'
import { $isPhone } from '../core/lists/phone.ts'
import { $settled } from './store.ts'

/** Rows fetched by the overview, and by a phone at once (SPEC-9.19, SPEC-9.21). */
const HOME_SIZE = 7
const PHONE_SIZE = 100
/** Rows that are shown of them: as many as of the withdrawals beside them. */
export const SHOWN = 4

/** The newest earnings, one row a day and coin. */
export const $recent = createResource(earningsByDay, {
  $payload: computed($isPhone, (isPhone) => ({ page: 1, size: isPhone ? PHONE_SIZE : HOME_SIZE })),
  $changes: $settled,
})
