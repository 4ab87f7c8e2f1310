import { type Bus, parseField } from './dbus.ts'
import { UnknownError } from './probe.ts'

const service = 'org.freedesktop.login1'
const MICROSECONDS = 1_000_000
const graphical = new Set(['x11', 'wayland', 'mir'])

/** Paths of sessions in the reply to ListSessions. */
export const parseSessions = (reply: string): string[] => reply.match(/\/org\/freedesktop\/login1\/session\/\w+/g) ?? []

/** Whether a session is a user's desktop, and not a terminal's, a login screen or one that ends. */
const isDesktop = (reply: string): boolean =>
  parseField(reply, 'Class') === 'user' &&
  graphical.has(parseField(reply, 'Type') ?? '') &&
  parseField(reply, 'State') !== 'closing'

/**
 * Seconds without input of one session at `now` in Unix milliseconds; undefined where it does not tell. A terminal's session and
 * a login screen are not counted, and a hint that never changed is that of a desktop that does not set it.
 */
export function parseSessionIdle(reply: string, now: number): number | undefined {
  const since = Number(parseField(reply, 'IdleSinceHint') ?? 0)
  if (!isDesktop(reply) || since === 0) return undefined
  return parseField(reply, 'IdleHint') === 'true' ? Math.max(0, now / 1000 - since / MICROSECONDS) : 0
}

/** The properties of all sessions. */
async function readSessions(bus: Bus): Promise<string[]> {
  const manager = { bus: 'system', service, path: '/org/freedesktop/login1' } as const
  const paths = parseSessions(await bus({ ...manager, method: 'org.freedesktop.login1.Manager.ListSessions' }))
  const replies: string[] = []
  const args = ['org.freedesktop.login1.Session']
  for (const path of paths)
    replies.push(await bus({ ...manager, path, method: 'org.freedesktop.DBus.Properties.GetAll', args }))
  return replies
}

/** Whether a user has signed in to a desktop. */
export const hasGraphicalSession = async (bus: Bus): Promise<boolean> => (await readSessions(bus)).some(isDesktop)

/** The seconds since logind was told that the last graphical session is idle. Rejects where no desktop tells logind. */
export async function readLogindIdle(bus: Bus): Promise<number> {
  const idle = (await readSessions(bus)).map((reply) => parseSessionIdle(reply, Date.now()))
  const told = idle.filter((seconds) => seconds !== undefined)
  if (told.length === 0) throw new UnknownError('no graphical session tells logind whether it is idle')
  return Math.min(...told)
}
