import type { Command } from '#service/platform/operator/act.ts'
import { farms } from './operator/farms.ts'
import { refund } from './operator/refund.ts'

export const commands: readonly Command[] = [farms, refund]
