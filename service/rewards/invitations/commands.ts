import type { Command } from '#service/programs/operate/command.ts'
import { invitations } from '#service/programs/operate/invitations.ts'

export const commands: readonly Command[] = [invitations]
