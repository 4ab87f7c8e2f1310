import type { Command } from '../../operate/command.ts'
import { listVersions, publishVersion } from '../../operate/releases.ts'

export const commands: readonly Command[] = [publishVersion, listVersions]
