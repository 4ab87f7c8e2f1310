import { fromUnits } from '#lib/money/coins.ts'
import type { Status } from '../features/withdrawals/rules.ts'
import type { Row } from '../features/withdrawals/steps.ts'

/** How operators call the states of a withdrawal. */
export const statusNames: Readonly<Record<Status, string>> = {
  0: 'pending',
  1: 'approved',
  2: 'refused',
  3: 'credited',
  [-1]: 'cancelled',
}

/** An amount of a withdrawal with its coin, `3.95 ALEO`. */
export const amountText = (units: bigint, { coin }: Pick<Row, 'coin'>): string => `${fromUnits(units, coin)} ${coin}`
