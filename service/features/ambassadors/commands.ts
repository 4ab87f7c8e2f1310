import { ambassadorShares, ambassadors } from '../../operate/ambassadors.ts'
import type { Command } from '../../operate/command.ts'

export const commands: readonly Command[] = [ambassadors, ambassadorShares]
