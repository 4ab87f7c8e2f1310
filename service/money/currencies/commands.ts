import type { Command } from '#service/platform/operator/act.ts'
import { currencyRates } from '#service/money/currencies/operator.ts'

export const commands: readonly Command[] = [currencyRates]
