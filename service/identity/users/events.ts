import type { SecurityEventKind } from '#lib/rules/sign-in.ts'
import { browserLabel } from '#lib/text/browser-name.ts'
import type { Database } from '#service/platform/db/open.ts'
import { newId } from '#service/platform/ids.ts'
import { networkOf } from './signs.ts'

export interface EventOf {
  userId: string
  kind: SecurityEventKind
  /** Unix milliseconds. */
  now: number
  /** What it is about, where the kind alone does not say. */
  detail?: string
  /** Where it came from; absent for what the service did by itself. */
  visitor?: { ip: string; userAgent: string }
}

/** A network as its owner knows it again and nobody else learns much: its last part is left out. */
const networkText = (ip: string): string => {
  const network = networkOf(ip)
  if (network === undefined) return ''
  return network.includes('.') ? `${network}.x` : `${network}::x`
}

/** Writes a line of the account's history, in the transaction of what it tells of. */
export async function noteEvent(db: Database, { userId, kind, now, detail = '', visitor }: EventOf): Promise<void> {
  await db
    .insertInto('security_events')
    .values({
      id: newId(),
      user_id: userId,
      kind,
      detail,
      browser: visitor ? browserLabel(visitor.userAgent) : '',
      network: visitor ? networkText(visitor.ip) : '',
      at: new Date(now),
    })
    .execute()
}

/** Deletes the lines of every history that are older than `before`. */
export async function deleteEventsBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('security_events').where('at', '<', before).execute()
}

/** The history of an account, as a query that the caller sorts and cuts. */
export const eventsOf = (db: Database, userId: string) =>
  db.selectFrom('security_events').selectAll().where('user_id', '=', userId)
