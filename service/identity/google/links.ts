import { utcDateTime } from '#lib/time/format.ts'
import { takeCode } from '#service/identity/sign-in/email-codes.ts'
import { queueLetter, writeLetter } from '#service/messaging/mail/letters.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import type { Session } from '#service/platform/http/sessions.ts'
import { hashToken, newToken } from '#service/platform/ids.ts'
import { addClaim, addIdentity, findClaim, identityOf, removeIdentity, takeClaim } from '../providers/identities.ts'
import { type SignedIn, signIn, type Visitor } from '../sign-in/sign-in.ts'
import { assertNotLastSignInMethod } from '../sign-in/sign-in-methods.ts'
import { requireProof } from '../sign-in/step-up.ts'
import { noteEvent } from '../users/events.ts'
import { lockUser, userById } from '../users/queries.ts'

const CLAIM_MS = 10 * 60_000

interface GoogleAccount {
  subject: string
  email: string
}

export const googleOf = (db: Database, userId: string) => identityOf(db, { userId, provider: 'google' })

/** Saves a Google identity until the mailbox of the account with the same address is proven; returns the ticket for that. */
export async function saveClaim(ctx: Context, { subject, email }: GoogleAccount, userId: string): Promise<string> {
  const ticket = newToken()
  const expires_at = new Date(ctx.clock.now() + CLAIM_MS)
  const who = { provider: 'google', subject, label: email, user_id: userId } as const
  await addClaim(ctx.db, { ...who, token_hash: hashToken(ticket), expires_at })
  return ticket
}

/** Links a claim after its mailbox was proven by a code, and signs in. */
export async function linkClaim(
  ctx: Context,
  request: { ticket: string; verifyCode: string },
  visitor: Visitor,
): Promise<SignedIn> {
  await ctx.limits.spend('codeTriesIp', visitor.ip)
  const claim = await findClaim(ctx.db, hashToken(request.ticket), ctx.clock.now())
  if (!claim) throw new RefusalError('TICKET_GONE')
  const user = await userById(ctx.db, claim.user_id)
  const { username } = user
  if (!(await takeCode(ctx, { username, purpose: 'login', code: request.verifyCode, ip: visitor.ip })))
    throw new RefusalError('CODE_WRONG')
  await ctx.db.transaction().execute(async (db) => {
    if (!(await takeClaim(db, claim.token_hash))) throw new RefusalError('TICKET_GONE')
    await linkGoogle(ctx, db, user.id, { who: { subject: claim.subject, email: claim.label }, visitor })
  })
  return signIn(ctx, user, { visitor, method: 'google' })
}

/** Links one Google identity with one user; both must be unlinked. */
export async function linkGoogle(
  ctx: Context,
  db: Database,
  userId: string,
  { who, visitor }: { who: GoogleAccount; visitor: Visitor },
): Promise<void> {
  const { username } = await lockUser(db, userId)
  const now = ctx.clock.now()
  if (await googleOf(db, userId)) throw new RefusalError('IDENTITY_SET')
  const row = { provider: 'google', subject: who.subject, user_id: userId, label: who.email } as const
  if (!(await addIdentity(db, { ...row, linked_at: new Date(now) }))) throw new RefusalError('IDENTITY_TAKEN')
  await noteEvent(db, { userId, kind: 'google-linked', detail: who.email, now, visitor })
  const values = { time: utcDateTime(unixSeconds(now)) }
  await queueLetter(ctx, db, writeLetter(ctx, { to: username, lang: visitor.lang, kind: 'googleLinked' }, values))
}

/** Refuses to remove the last sign-in method beside the mailbox. */
export async function unlinkGoogle(ctx: Context, session: Session, visitor: Visitor): Promise<void> {
  await requireProof(ctx, session)
  const { userId } = session
  await ctx.db.transaction().execute(async (db) => {
    const user = await lockUser(db, userId)
    if (!(await googleOf(db, userId))) throw new RefusalError('IDENTITY_UNKNOWN')
    await assertNotLastSignInMethod(ctx, db, { userId, method: 'google' })
    await removeIdentity(db, { userId, provider: 'google' })
    const now = ctx.clock.now()
    await noteEvent(db, { userId, kind: 'google-unlinked', now, visitor })
    const values = { time: utcDateTime(unixSeconds(now)) }
    await queueLetter(
      ctx,
      db,
      writeLetter(ctx, { to: user.username, lang: visitor.lang, kind: 'googleUnlinked' }, values),
    )
  })
}
