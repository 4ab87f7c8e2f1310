import { cloudRates } from '#service/programs/operate/cloud-rates.ts'
import type { Command } from '#service/programs/operate/command.ts'
import { farms } from '#service/programs/operate/farms.ts'
import { plans } from '#service/programs/operate/plans.ts'

export const commands: readonly Command[] = [plans, farms, cloudRates]
