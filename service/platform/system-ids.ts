import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

type Kind = 'passwd' | 'group'

/** The third field of each line is the number (passwd(5), group(5)). */
function numbersIn(file: string): number[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => Number(line.split(':')[2] || NaN))
  } catch {
    return []
  }
}

/** Whether a user or group with this id exists, in the system's own files or in another name service such as LDAP. */
export const isNamed = (id: number, kind: Kind): boolean =>
  numbersIn(`/etc/${kind}`).includes(id) ||
  spawnSync('getent', [kind, String(id)], { stdio: 'ignore', timeout: 10_000 }).status === 0

/** Whether the id belongs to a user or a group. */
export const isTaken = (id: number): boolean => isNamed(id, 'passwd') || isNamed(id, 'group')
