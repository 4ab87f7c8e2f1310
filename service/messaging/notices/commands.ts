import { notices } from '#service/messaging/notices/operator.ts'
import type { Command } from '#service/platform/operator/act.ts'

export const commands: readonly Command[] = [notices]
