import { nameOf } from '#lib/rules/names.ts'
import { readableEmail } from '#service/messaging/mail/email-address.ts'
import { saveLanguage } from '#service/messaging/notify/language.ts'
import type { Context } from '#service/platform/context.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { openSession } from '#service/platform/http/sessions.ts'
import type { Person } from '../providers/google.ts'
import { ownerOfIdentity } from '../providers/identities.ts'
import { browserOf, type SignedIn, signIn, type Visitor } from '../sign-in/sign-in.ts'
import { createUser } from '../users/create-user.ts'
import { noteEvent } from '../users/events.ts'
import { agentHash, noteNetwork } from '../users/fingerprints.ts'
import { toUserInfo, userById, userByName, userIdByInviteCode } from '../users/queries.ts'
import { linkGoogle, saveClaim } from './links.ts'

/**
 * Signs in a known Google identity or registers a new one. For an address that already has an account it requires proof of the
 * mailbox: the account may have been made by somebody else.
 */
export async function signInByGoogle(
  ctx: Context,
  person: Person,
  { inviteCode, visitor }: { inviteCode: string | undefined; visitor: Visitor },
): Promise<SignedIn> {
  const known = await ownerOfIdentity(ctx.db, { provider: 'google', subject: person.subject })
  if (known !== undefined) return signIn(ctx, await userById(ctx.db, known), { visitor, method: 'google' })
  if (!person.isVerified) throw new RefusalError('GOOGLE_MAIL_UNVERIFIED')
  const owner = await userByName(ctx.db, person.email)
  if (owner) {
    const ticket = await saveClaim(ctx, person, owner.id)
    throw new RefusalError('GOOGLE_LINK_NEEDED', { ticket, username: readableEmail(owner.username) })
  }
  return register(ctx, person, { inviteCode, visitor })
}

async function register(
  ctx: Context,
  person: Person,
  { inviteCode, visitor }: { inviteCode: string | undefined; visitor: Visitor },
): Promise<SignedIn> {
  const inviterId = inviteCode ? await userIdByInviteCode(ctx.db, inviteCode) : undefined
  if (inviteCode && inviterId === undefined) throw new RefusalError('INVITE_CODE_UNKNOWN')
  return ctx.db.transaction().execute(async (db) => {
    const now = ctx.clock.now()
    const local = person.email.split('@')[0] ?? person.email
    const user = await createUser(
      db,
      {
        username: person.email,
        name: nameOf(person.name) ?? local,
        passwordHash: null,
        inviterId: inviterId ?? null,
        now,
        agent: agentHash(ctx.pepper, visitor.userAgent),
        lang: visitor.lang,
      },
      ctx.referrals,
    )
    await linkGoogle(ctx, db, user.id, { who: person, visitor })
    await saveLanguage(db, user.id, visitor.lang)
    await noteNetwork(db, { userId: user.id, ip: visitor.ip, pepper: ctx.pepper, now })
    await noteEvent(db, { userId: user.id, kind: 'registered', now, visitor })
    const token = await openSession(db, now, user.id, browserOf(ctx, user.id, visitor.userAgent))
    return { token, userInfo: toUserInfo(user) }
  })
}
