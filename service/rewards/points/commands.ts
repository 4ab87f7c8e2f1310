import type { Command } from '#service/platform/operator/act.ts'
import { points } from '#service/rewards/points/operator.ts'

export const commands: readonly Command[] = [points]
