import { ambassadorShares, ambassadors } from '#service/rewards/ambassadors/operator.ts'
import type { Command } from '#service/platform/operator/act.ts'

export const commands: readonly Command[] = [ambassadors, ambassadorShares]
