import type { Command } from '#service/programs/operate/command.ts'
import { reports } from '#service/programs/operate/reports.ts'

export const commands: readonly Command[] = [reports]
