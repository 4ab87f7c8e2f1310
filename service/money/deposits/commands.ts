import { check } from '#service/programs/operate/check.ts'
import type { Command } from '#service/programs/operate/command.ts'
import { deposits } from '#service/programs/operate/deposits.ts'
import { refund } from '#service/programs/operate/refund.ts'
import { sweep } from '#service/programs/operate/sweep.ts'

export const commands: readonly Command[] = [deposits, sweep, refund, check]
