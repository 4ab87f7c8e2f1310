import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from './config.ts'
import { makeDataDir } from './data-dir.ts'

/** The addresses of local doubles of other sites, by the name of the site. */
export type LocalDoubles = Readonly<Record<string, string>>

/** Valid for one run, and not part of a backup. */
const fileOf = ({ dataDir }: Pick<Config, 'dataDir'>): string => path.resolve(dataDir, 'stand-ins.json')

/** Tells other programs with the same DATA_DIR where the demo's local doubles listen; their ports change at each start. */
export function saveLocalDoubles(config: Pick<Config, 'dataDir'>, doubles: LocalDoubles): void {
  makeDataDir(config.dataDir)
  writeFileSync(fileOf(config), JSON.stringify({ ...readLocalDoubles(config), ...doubles }), { mode: 0o600 })
}

export const removeLocalDoubles = (config: Pick<Config, 'dataDir'>): void => rmSync(fileOf(config), { force: true })

/** Empty where no demo runs with this DATA_DIR. */
export function readLocalDoubles(config: Pick<Config, 'dataDir'>): LocalDoubles {
  try {
    return JSON.parse(readFileSync(fileOf(config), 'utf8')) as LocalDoubles
  } catch {
    return {}
  }
}
