import path from 'node:path'
import type { Config } from './config.ts'

/** All that stands in DATA_DIR. */
export const dataNames = ['postgres', 'pepper', 'sm2.key', 'downloads', 'testchain'] as const

export const inDataDir = ({ dataDir }: Pick<Config, 'dataDir'>, name: (typeof dataNames)[number]): string =>
  path.resolve(dataDir, name)

/** The name of the embedded database. */
export const EMBEDDED_DATABASE = 'idleforge'
