import type { Command } from '#service/platform/operator/act.ts'
import { ambassadorShares, ambassadors } from '#service/rewards/ambassadors/operator.ts'

export const commands: readonly Command[] = [ambassadors, ambassadorShares]
