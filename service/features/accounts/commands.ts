import type { Command } from '../../operate/command.ts'
import { users } from '../../operate/people.ts'

export const commands: readonly Command[] = [users]
