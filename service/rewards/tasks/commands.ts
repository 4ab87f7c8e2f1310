import type { Command } from '#service/programs/operate/command.ts'
import { tasks } from '#service/programs/operate/tasks.ts'

export const commands: readonly Command[] = [tasks]
