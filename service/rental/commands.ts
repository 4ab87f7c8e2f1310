import type { Command } from '#service/programs/operate/command.ts'
import { gpu } from '#service/programs/operate/gpu.ts'

export const commands: readonly Command[] = [gpu]
