import type { Command } from '#service/platform/operator/act.ts'
import { endUserSessions } from './operator.ts'

export const commands: readonly Command[] = [endUserSessions]
