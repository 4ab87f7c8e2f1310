import { cloudRates } from '../../operate/cloud-rates.ts'
import type { Command } from '../../operate/command.ts'
import { farms } from '../../operate/farms.ts'
import { plans } from '../../operate/plans.ts'

export const commands: readonly Command[] = [plans, farms, cloudRates]
