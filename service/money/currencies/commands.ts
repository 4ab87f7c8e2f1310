import { currencyRates } from '#service/money/currencies/operator.ts'
import type { Command } from '#service/platform/operator/act.ts'

export const commands: readonly Command[] = [currencyRates]
