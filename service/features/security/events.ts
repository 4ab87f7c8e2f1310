import type { SecurityEvent } from '#lib/contract/security.ts'
import type { SecurityEventKind } from '#lib/rules/sign-in.ts'
import { browserLabel } from '#lib/text/browser-name.ts'
import { unixSeconds } from '../../clock.ts'
import type { Database } from '../../db/open.ts'
import { newId } from '../../ids.ts'
import { networkOf } from '../invitations/signs.ts'

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

export async function eventPage(
  db: Database,
  userId: string,
  { page, size }: { page: number; size: number },
): Promise<{ records: SecurityEvent[]; total: number }> {
  const own = db.selectFrom('security_events').where('user_id', '=', userId)
  const { total } = await own.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
  const rows = await own
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  const records = rows.map((row) => ({
    _id: row.id,
    kind: row.kind as SecurityEventKind,
    detail: row.detail,
    browser: row.browser,
    network: row.network,
    at: unixSeconds(row.at),
  }))
  return { records, total: Number(total) }
}
