import type { Command } from '#service/platform/operator/act.ts'
import { message } from '#service/messaging/messages/operator.ts'

export const commands: readonly Command[] = [message]
