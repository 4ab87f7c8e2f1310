import type { Command } from '../../operate/command.ts'
import { invitations } from '../../operate/invitations.ts'

export const commands: readonly Command[] = [invitations]
