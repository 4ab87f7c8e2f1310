import type { Command } from '#service/programs/operate/command.ts'
import { users } from '#service/programs/operate/people.ts'

export const commands: readonly Command[] = [users]
