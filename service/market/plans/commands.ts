import { plans } from '#service/market/plans/operator/plans.ts'
import { cloudRates } from '#service/market/plans/operator/rates.ts'
import type { Command } from '#service/platform/operator/act.ts'

export const commands: readonly Command[] = [plans, cloudRates]
