import { message } from '#service/messaging/messages/operator.ts'
import type { Command } from '#service/platform/operator/act.ts'

export const commands: readonly Command[] = [message]
