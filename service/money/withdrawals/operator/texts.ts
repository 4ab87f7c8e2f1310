import { fromUnits } from '#lib/money/coins.ts'
import type { Row } from '#service/money/withdrawals/steps.ts'

/** An amount of a withdrawal with its coin, `3.95 ALEO`. */
export const amountText = (units: bigint, { coin }: Pick<Row, 'coin'>): string => `${fromUnits(units, coin)} ${coin}`
