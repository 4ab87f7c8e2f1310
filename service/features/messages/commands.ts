import type { Command } from '../../operate/command.ts'
import { message } from '../../operate/message.ts'

export const commands: readonly Command[] = [message]
