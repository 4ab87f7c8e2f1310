import type { Command } from '#service/platform/operator/act.ts'
import { notices } from '#service/messaging/notices/operator.ts'

export const commands: readonly Command[] = [notices]
