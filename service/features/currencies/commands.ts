import type { Command } from '../../operate/command.ts'
import { currencyRates } from '../../operate/currency-rates.ts'

export const commands: readonly Command[] = [currencyRates]
