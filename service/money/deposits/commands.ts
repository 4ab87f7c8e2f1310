import { deposits } from '#service/money/deposits/operator/deposits.ts'
import { sweep } from '#service/money/deposits/operator/sweep.ts'
import type { Command } from '#service/platform/operator/act.ts'

export const commands: readonly Command[] = [deposits, sweep]
