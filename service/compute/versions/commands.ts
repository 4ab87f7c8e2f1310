import { listVersions, publishVersion } from '#service/compute/versions/operator.ts'
import type { Command } from '#service/platform/operator/act.ts'
import { versions } from './publish-pack.ts'

export const commands: readonly Command[] = [publishVersion, listVersions, versions]
