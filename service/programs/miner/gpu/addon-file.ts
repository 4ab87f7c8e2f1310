import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'

/** The addon's file in its download. */
export const ADDON_FILE = 'dawn.node'

/** The folder that the engine for graphics cards is unpacked into. */
export const gpuFolder = path.join(homedir(), '.idleforge', 'gpu')

/** The folder to unpack the engine into: the named one, otherwise the user's. */
export const engineFolder = (folder: string | undefined): string => path.resolve(folder ?? gpuFolder)

/** The file of Dawn's addon: in `folder` where one is named, otherwise in the user's folder or beside the program. Undefined where it is missing. */
export function findAddon(folder: string | undefined): string | undefined {
  const folders = folder === undefined ? [gpuFolder, path.join(path.dirname(process.execPath), 'gpu')] : [folder]
  return folders.map((place) => path.resolve(place, ADDON_FILE)).find((file) => existsSync(file))
}
