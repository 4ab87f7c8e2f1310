import { ambassadorShares, ambassadors } from '#service/programs/operate/ambassadors.ts'
import type { Command } from '#service/programs/operate/command.ts'

export const commands: readonly Command[] = [ambassadors, ambassadorShares]
