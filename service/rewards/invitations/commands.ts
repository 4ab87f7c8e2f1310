import type { Command } from '#service/platform/operator/act.ts'
import { invitations } from '#service/rewards/invitations/operator.ts'

export const commands: readonly Command[] = [invitations]
