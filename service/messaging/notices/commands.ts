import type { Command } from '#service/programs/operate/command.ts'
import { notices } from '#service/programs/operate/notices.ts'

export const commands: readonly Command[] = [notices]
