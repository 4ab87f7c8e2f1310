import { createHash, randomBytes } from 'node:crypto'
import ssh2 from 'ssh2'
import type { ParsedRequestOf } from '#lib/contract/endpoint.ts'
import type { terminalTicket } from '#lib/contract/gpu-terminal.ts'
import { LOGS_ABILITY } from '#lib/rules/gpu-templates.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { decrypt, encrypt } from '#service/platform/encryption.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { newId } from '#service/platform/ids.ts'
import { onOwn } from './change-rental.ts'

/** A ticket is used within this time, and an open terminal proves as often that it is. */
export const TICKET_MS = 30_000
export const ALIVE_MS = 60_000
/** Terminals of one rental at once. */
export const MAX_TERMINALS = 6

const hashOf = (ticket: string): string => createHash('sha256').update(ticket).digest('hex')
const purposeOf = (id: string): string => `gpu-terminal/${id}`

/** Creates a ticket for a terminal of an own rental, with a key that opens the rental for its time only. */
export async function createTicket(
  ctx: Context,
  { rentalId, kind, userId }: ParsedRequestOf<typeof terminalTicket> & { userId: string },
): Promise<string> {
  const ticket = randomBytes(32).toString('base64url')
  await onOwn(ctx, { userId, id: rentalId }, async (db, row) => {
    if (row.state !== 'running') throw new RefusalError('RENTAL_OVER')
    if (kind === 'log') await assertHasLog(db, row)
    const now = ctx.clock.now()
    await db
      .deleteFrom('gpu_terminals')
      .where('rental_id', '=', row.id)
      .where('alive_until', '<=', new Date(now))
      .execute()
    const { count } = await db
      .selectFrom('gpu_terminals')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('rental_id', '=', row.id)
      .executeTakeFirstOrThrow()
    if (Number(count) >= MAX_TERMINALS) throw new RefusalError('TOO_MANY_TERMINALS', { most: MAX_TERMINALS })
    const id = newId()
    const pair = ssh2.utils.generateKeyPairSync('ed25519')
    await db
      .insertInto('gpu_terminals')
      .values({
        ...{
          id,
          rental_id: row.id,
          user_id: userId,
          kind,
          ticket_hash: hashOf(ticket),
          public_key: pair.public.trim(),
        },
        sealed_key: encrypt(pair.private, ctx.pepper, purposeOf(id)),
        alive_until: new Date(now + TICKET_MS),
      })
      .execute()
  })
  return ticket
}

async function assertHasLog(db: Database, row: { gpu_id: string; template: unknown }): Promise<void> {
  const { abilities } = await db
    .selectFrom('gpus')
    .select('abilities')
    .where('id', '=', row.gpu_id)
    .executeTakeFirstOrThrow()
  if (!row.template || !abilities.includes(LOGS_ABILITY)) throw new RefusalError('LOG_UNAVAILABLE')
}

export interface OpenedTerminal {
  id: string
  rentalId: string
  kind: 'shell' | 'log'
  privateKey: string
}

/** Uses a ticket; undefined where it is used, old or invalid. */
export async function takeTicket(ctx: Context, ticket: string): Promise<OpenedTerminal | undefined> {
  const now = ctx.clock.now()
  const row = await ctx.db
    .updateTable('gpu_terminals')
    .set({ ticket_hash: null, alive_until: new Date(now + ALIVE_MS) })
    .where('ticket_hash', '=', hashOf(ticket))
    .where('alive_until', '>', new Date(now))
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  const privateKey = decrypt(row.sealed_key, ctx.pepper, purposeOf(row.id))
  return { id: row.id, rentalId: row.rental_id, kind: row.kind, privateKey }
}

export async function keepAlive(ctx: Context, id: string): Promise<void> {
  const alive_until = new Date(ctx.clock.now() + ALIVE_MS)
  await ctx.db.updateTable('gpu_terminals').set({ alive_until }).where('id', '=', id).execute()
}

export async function endTerminal(ctx: Context, id: string): Promise<void> {
  await ctx.db.deleteFrom('gpu_terminals').where('id', '=', id).execute()
}

/** Keys of the terminals that may be open in a rental now. */
export async function terminalKeys(db: Database, rentalId: string, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('gpu_terminals')
    .select('public_key')
    .where('rental_id', '=', rentalId)
    .where('alive_until', '>', new Date(now))
    .orderBy('id')
    .execute()
  return rows.map(({ public_key }) => public_key)
}
