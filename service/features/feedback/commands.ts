import type { Command } from '../../operate/command.ts'
import { reports } from '../../operate/reports.ts'

export const commands: readonly Command[] = [reports]
