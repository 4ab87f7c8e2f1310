import type { Command } from '#service/programs/operate/command.ts'
import { currencyRates } from '#service/programs/operate/currency-rates.ts'

export const commands: readonly Command[] = [currencyRates]
