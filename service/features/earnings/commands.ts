import type { Command } from '../../operate/command.ts'
import { rates } from '../../operate/rates.ts'
import { settlements } from '../../operate/settlements.ts'

export const commands: readonly Command[] = [rates, settlements]
