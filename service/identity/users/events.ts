import type { SecurityEventKind } from '#lib/rules/sign-in.ts'
import { browserLabel } from '#lib/text/browser-name.ts'
import type { Database } from '#service/platform/db/open.ts'
import { newId } from '#service/platform/ids.ts'
import { networkOf } from './fingerprints.ts'

export interface NewEvent {
  userId: string
  kind: SecurityEventKind
  /** Unix milliseconds. */
  now: number
  /** Details, where the kind alone is not enough. */
  detail?: string
  /** Origin of the event; undefined for acts of the service itself. */
  visitor?: { ip: string; userAgent: string }
}

/** The network of an IP address without its last part, which its owner recognises and others learn little from. */
const networkText = (ip: string): string => {
  const network = networkOf(ip)
  if (network === undefined) return ''
  return network.includes('.') ? `${network}.x` : `${network}::x`
}

/** Adds a line to the account's history, in the transaction of the event. */
export async function noteEvent(db: Database, { userId, kind, now, detail = '', visitor }: NewEvent): Promise<void> {
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
