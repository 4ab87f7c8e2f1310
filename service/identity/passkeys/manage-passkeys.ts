import type { Passkey } from '#lib/contract/passkeys.ts'
import { MAX_PASSKEYS, type SecurityEventKind } from '#lib/rules/sign-in.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { queueLetter, writeLetter } from '#service/messaging/mail/letters.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import type { Session } from '#service/platform/http/sessions.ts'
import { newId } from '#service/platform/ids.ts'
import type { Visitor } from '../sign-in/sign-in.ts'
import { assertNotLastSignInMethod } from '../sign-in/sign-in-methods.ts'
import { requireProof } from '../sign-in/step-up.ts'
import { noteEvent } from '../users/events.ts'
import { lockUser, userById } from '../users/queries.ts'
import { creationOptions, verifyNew } from './ceremony.ts'
import type { PasskeyTable } from './tables.ts'

export interface Actor {
  session: Session
  visitor: Visitor
}

const passkeysOf = (db: Database, userId: string) =>
  db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute()

export const hasPasskeys = async (db: Database, userId: string): Promise<boolean> =>
  (await passkeysOf(db, userId)).length > 0

const toPasskey = (row: PasskeyTable): Passkey => ({
  _id: row.id,
  name: row.name,
  createdAt: unixSeconds(row.created_at),
  lastUsedAt: row.last_used_at && unixSeconds(row.last_used_at),
  synced: row.synced,
})

export const passkeyList = async (db: Database, userId: string): Promise<Passkey[]> =>
  (await passkeysOf(db, userId)).map(toPasskey)

function assertBelowLimit({ length }: readonly unknown[]): void {
  if (length >= MAX_PASSKEYS) throw new RefusalError('TOO_MANY_PASSKEYS', { most: MAX_PASSKEYS })
}

/** Options for a new passkey. Needs step-up authentication, and fewer than MAX_PASSKEYS passkeys. */
export async function beginPasskey(ctx: Context, session: Session): Promise<Record<string, unknown>> {
  await requireProof(ctx, session)
  const { id: userId, username } = await userById(ctx.db, session.userId)
  const known = await passkeysOf(ctx.db, userId)
  assertBelowLimit(known)
  return creationOptions(ctx, { userId, username, known: known.map(({ credential_id }) => credential_id) })
}

type Credential = Parameters<typeof verifyNew>[2]

export async function addPasskey(
  ctx: Context,
  { session, visitor }: Actor,
  request: { name: string; credential: Credential },
): Promise<Passkey> {
  await requireProof(ctx, session)
  const { userId } = session
  const { registrationInfo } = await verifyNew(ctx, userId, request.credential)
  if (!registrationInfo) throw new RefusalError('PASSKEY_WRONG')
  const { credential, credentialBackedUp } = registrationInfo
  return ctx.db.transaction().execute(async (db) => {
    const { username } = await lockUser(db, userId)
    assertBelowLimit(await passkeysOf(db, userId))
    const now = ctx.clock.now()
    const row = await db
      .insertInto('passkeys')
      .values({
        id: newId(),
        user_id: userId,
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey),
        counter: BigInt(credential.counter),
        transports: request.credential.response.transports ?? [],
        name: request.name,
        synced: credentialBackedUp,
        created_at: new Date(now),
        last_used_at: null,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!row) throw new RefusalError('PASSKEY_EXISTS')
    await recordChange(ctx, db, {
      userId,
      username,
      now,
      visitor,
      event: 'passkey-added',
      kind: 'passkeyAdded',
      name: row.name,
    })
    return toPasskey(row)
  })
}

export async function renamePasskey(
  ctx: Context,
  { session, visitor }: Actor,
  request: { _id: string; name: string },
): Promise<Passkey> {
  const { userId } = session
  return ctx.db.transaction().execute(async (db) => {
    const { username } = await lockUser(db, userId)
    const row = await db
      .updateTable('passkeys')
      .set({ name: request.name })
      .where('id', '=', request._id)
      .where('user_id', '=', userId)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw new RefusalError('PASSKEY_UNKNOWN')
    const now = ctx.clock.now()
    await recordChange(ctx, db, {
      userId,
      username,
      now,
      visitor,
      event: 'passkey-renamed',
      kind: 'passkeyRenamed',
      name: row.name,
    })
    return toPasskey(row)
  })
}

/** Refuses to remove the last sign-in method beside the mailbox. */
export async function removePasskey(ctx: Context, { session, visitor }: Actor, id: string): Promise<void> {
  await requireProof(ctx, session)
  const { userId } = session
  await ctx.db.transaction().execute(async (db) => {
    const { username } = await lockUser(db, userId)
    const row = await db
      .selectFrom('passkeys')
      .select('name')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if (!row) throw new RefusalError('PASSKEY_UNKNOWN')
    await assertNotLastSignInMethod(ctx, db, { userId, method: 'passkey' })
    await db.deleteFrom('passkeys').where('id', '=', id).execute()
    const now = ctx.clock.now()
    await recordChange(ctx, db, {
      userId,
      username,
      now,
      visitor,
      event: 'passkey-removed',
      kind: 'passkeyRemoved',
      name: row.name,
    })
  })
}

interface PasskeyChange {
  userId: string
  username: string
  now: number
  visitor: Visitor
  event: SecurityEventKind
  kind: 'passkeyAdded' | 'passkeyRenamed' | 'passkeyRemoved'
  name: string
}

async function recordChange(ctx: Context, db: Database, of: PasskeyChange): Promise<void> {
  await noteEvent(db, { userId: of.userId, kind: of.event, detail: of.name, now: of.now, visitor: of.visitor })
  // Without the passkey's name, which somebody else may have typed.
  const values = { time: utcDateTime(unixSeconds(of.now)) }
  await queueLetter(ctx, db, writeLetter(ctx, { to: of.username, lang: of.visitor.lang, kind: of.kind }, values))
}
