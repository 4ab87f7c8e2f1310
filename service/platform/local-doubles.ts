import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from './config.ts'
import { makeDataDir } from './data-dir.ts'

/** What stands on this machine in the place of another site, by that site's name: its address. */
export type LocalDoubles = Readonly<Record<string, string>>

/** Not among the data that are worth keeping: it is of one run. */
const fileOf = ({ dataDir }: Pick<Config, 'dataDir'>): string => path.resolve(dataDir, 'stand-ins.json')

/** Tells other programs on the same data where the demo's stand-ins are; their ports are others at each start. */
export function saveLocalDoubles(config: Pick<Config, 'dataDir'>, doubles: LocalDoubles): void {
  makeDataDir(config.dataDir)
  writeFileSync(fileOf(config), JSON.stringify({ ...readLocalDoubles(config), ...doubles }), { mode: 0o600 })
}

export const removeLocalDoubles = (config: Pick<Config, 'dataDir'>): void => rmSync(fileOf(config), { force: true })

/** None, where no demo runs on these data. */
export function readLocalDoubles(config: Pick<Config, 'dataDir'>): LocalDoubles {
  try {
    return JSON.parse(readFileSync(fileOf(config), 'utf8')) as LocalDoubles
  } catch {
    return {}
  }
}
