import type { Command } from '#service/platform/operator/act.ts'
import { pageVotes } from './operator.ts'

export const commands: readonly Command[] = [pageVotes]
