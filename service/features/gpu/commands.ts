import type { Command } from '../../operate/command.ts'
import { gpu } from '../../operate/gpu.ts'

export const commands: readonly Command[] = [gpu]
