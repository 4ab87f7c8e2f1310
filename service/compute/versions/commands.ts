import type { Command } from '#service/programs/operate/command.ts'
import { listVersions, publishVersion } from '#service/programs/operate/releases.ts'

export const commands: readonly Command[] = [publishVersion, listVersions]
