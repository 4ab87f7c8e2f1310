import { check } from '../../operate/check.ts'
import type { Command } from '../../operate/command.ts'
import { deposits } from '../../operate/deposits.ts'
import { refund } from '../../operate/refund.ts'
import { sweep } from '../../operate/sweep.ts'

export const commands: readonly Command[] = [deposits, sweep, refund, check]
