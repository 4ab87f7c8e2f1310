import type { Command } from '#service/platform/operator/act.ts'
import { listVersions, publishVersion } from '#service/compute/versions/operator.ts'

export const commands: readonly Command[] = [publishVersion, listVersions]
