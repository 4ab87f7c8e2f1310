import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from './config.ts'
import { makeDataDir } from './data-dir.ts'

/** Addresses of local doubles of other sites (Google, X, Discord), by the site's name. */
export type LocalDoubles = Readonly<Record<string, string>>

/** The file belongs to one run of the demo and needs no backup. */
const fileOf = ({ dataDir }: Pick<Config, 'dataDir'>): string => path.resolve(dataDir, 'stand-ins.json')

/** Saves the addresses of the demo's doubles for other programs on the same data; the ports change at each start. */
export function saveLocalDoubles(config: Pick<Config, 'dataDir'>, doubles: LocalDoubles): void {
  makeDataDir(config.dataDir)
  // By a rename: a program that reads meanwhile would take half a file for none, and ask the real sites.
  const scratch = `${fileOf(config)}.new`
  writeFileSync(scratch, JSON.stringify({ ...readLocalDoubles(config), ...doubles }), { mode: 0o600 })
  renameSync(scratch, fileOf(config))
}

export const removeLocalDoubles = (config: Pick<Config, 'dataDir'>): void => rmSync(fileOf(config), { force: true })

/** Empty when no demo runs with this DATA_DIR. */
export function readLocalDoubles(config: Pick<Config, 'dataDir'>): LocalDoubles {
  try {
    return JSON.parse(readFileSync(fileOf(config), 'utf8')) as LocalDoubles
  } catch {
    return {}
  }
}
