import { reports } from '#service/messaging/feedback/operator.ts'
import type { Command } from '#service/platform/operator/act.ts'

export const commands: readonly Command[] = [reports]
