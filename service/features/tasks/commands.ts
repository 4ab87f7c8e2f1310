import type { Command } from '../../operate/command.ts'
import { tasks } from '../../operate/tasks.ts'

export const commands: readonly Command[] = [tasks]
