import path from 'node:path'
import type { CommandContext } from './act.ts'
import { refused } from './errors.ts'

/** The file or folder that a command names. */
export function pathOf({ cwd }: CommandContext, name: string): string {
  if (cwd === undefined) throw refused('No file can be named here: use the program.')
  return path.resolve(cwd, name)
}
