import { fromUnits } from '#lib/money/coins.ts'
import type { PaymentNetwork } from '#lib/rules/payments.ts'

/** A value in the token's own smallest units as USDT, which has 18 decimals on BNB Smart Chain, and 6 on the other networks. */
export const tokenText = (value: bigint, network: PaymentNetwork): string =>
  fromUnits(network === 'BSC' ? value / 10n ** 12n : value, 'USDT')
