import type { Command } from '#service/programs/operate/command.ts'
import { points } from '#service/programs/operate/points.ts'

export const commands: readonly Command[] = [points]
