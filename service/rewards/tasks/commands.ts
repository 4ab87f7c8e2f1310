import type { Command } from '#service/platform/operator/act.ts'
import { tasks } from '#service/rewards/tasks/operator/tasks.ts'

export const commands: readonly Command[] = [tasks]
