import type { Command } from '../../operate/command.ts'
import { points } from '../../operate/points.ts'

export const commands: readonly Command[] = [points]
