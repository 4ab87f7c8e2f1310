import type { Command } from '#service/platform/operator/act.ts'
import { gpu } from '#service/rental/operator/gpu.ts'

export const commands: readonly Command[] = [gpu]
