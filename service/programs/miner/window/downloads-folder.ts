import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'

/** The folder that a file of xdg-user-dirs names (user-dirs.dirs(5)); undefined where it names none. */
export function downloadFolderIn(text: string, home: string): string | undefined {
  const named = /^XDG_DOWNLOAD_DIR="(.*)"$/m.exec(text)?.[1]?.replace(/^\$HOME(?=\/|$)/, () => home)
  return named && path.isAbsolute(named) ? named : undefined
}

/** The user's folder for downloads. */
export function downloadsFolder(): string {
  const home = homedir()
  const config = path.join(process.env.XDG_CONFIG_HOME || path.join(home, '.config'), 'user-dirs.dirs')
  const named =
    process.platform === 'linux' && existsSync(config)
      ? downloadFolderIn(readFileSync(config, 'utf8'), home)
      : undefined
  return named ?? path.join(home, 'Downloads')
}
