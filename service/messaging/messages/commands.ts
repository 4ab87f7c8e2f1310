import type { Command } from '#service/programs/operate/command.ts'
import { message } from '#service/programs/operate/message.ts'

export const commands: readonly Command[] = [message]
