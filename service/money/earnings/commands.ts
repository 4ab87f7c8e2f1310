import type { Command } from '#service/programs/operate/command.ts'
import { rates } from '#service/programs/operate/rates.ts'
import { settlements } from '#service/programs/operate/settlements.ts'

export const commands: readonly Command[] = [rates, settlements]
