import { rates } from '#service/money/earnings/operator/rates.ts'
import { settlements } from '#service/money/earnings/operator/settlements.ts'
import type { Command } from '#service/platform/operator/act.ts'

export const commands: readonly Command[] = [rates, settlements]
