import type { Command } from '#service/platform/operator/act.ts'
import { reports } from '#service/messaging/feedback/operator.ts'

export const commands: readonly Command[] = [reports]
