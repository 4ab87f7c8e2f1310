import type { Command } from '../../operate/command.ts'
import { notices } from '../../operate/notices.ts'

export const commands: readonly Command[] = [notices]
