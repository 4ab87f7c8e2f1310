import { createHmac } from 'node:crypto'
import type { UserInfo } from '#lib/contract/accounts.ts'
import type { WayIn } from '#lib/rules/sign-in.ts'
import { browserLabel } from '#lib/text/browser-name.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { unixSeconds } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { UserTable } from '../../db/tables/accounts.ts'
import type { Lang } from '../../http/messages.ts'
import { Refusal } from '../../http/refusal.ts'
import { type Browser, openSession } from '../../http/sessions.ts'
import { createUser } from '../../users/creating.ts'
import { noteEvent } from '../../users/events.ts'
import { hashPassword, isPasswordOf } from '../../users/passwords.ts'
import { shapeUser, userByName, userIdByInviteCode } from '../../users/queries.ts'
import { agentHash, noteNetwork } from '../../users/signs.ts'
import { keepLanguage } from '../alerts/settings.ts'
import { leaveMessage } from '../messages/telling.ts'
import { oweFactor } from '../second-factor/tickets.ts'
import { takeCode } from './codes.ts'
import { isCommonPassword } from './common-passwords.ts'
import { type Attempt, forgetFailures, trySignIn } from './guard.ts'
import { queueLetter, writeLetter } from './letters.ts'
import { knowsBrowser } from './queries.ts'

export interface Visitor {
  ip: string
  lang: Lang
  userAgent: string
}

export interface SignedIn {
  token: string
  userInfo: UserInfo
}

export function browserOf(ctx: Context, userId: string, userAgent: string): Browser {
  const name = browserLabel(userAgent)
  return { name, hash: createHmac('sha256', ctx.pepper).update(`browser:${userId}:${name}`).digest('hex') }
}

/** The first factor was right: the second one is owed where there is one. */
export async function signIn(ctx: Context, user: UserTable, of: Entering): Promise<SignedIn> {
  await oweFactor(ctx, user.id, of.way)
  return enter(ctx, user, of)
}

export interface Entering {
  visitor: Visitor
  way: WayIn
}

/** Opens a session; a browser that the account has not used before is told of by mail. */
export async function enter(ctx: Context, user: UserTable, { visitor, way }: Entering): Promise<SignedIn> {
  const now = ctx.clock.now()
  const browser = browserOf(ctx, user.id, visitor.userAgent)
  return ctx.db.transaction().execute(async (db) => {
    if (!(await knowsBrowser(db, user.id, browser.hash))) {
      const values = { browser: browser.name, time: utcDateTime(unixSeconds(now)) }
      await queueLetter(ctx, db, writeLetter({ to: user.username, lang: visitor.lang, kind: 'newBrowser' }, values))
      const told = { category: 'message', source: `sign-in/${browser.hash}/${now}`, kind: 'newBrowser' } as const
      await leaveMessage(db, { userId: user.id, ...told, values, at: now, isMailed: true })
    }
    await keepLanguage(db, user.id, visitor.lang)
    await noteNetwork(db, { userId: user.id, ip: visitor.ip, pepper: ctx.pepper, now })
    // It locks the user's row, which a line of the history only shares: two sign-ins at once would each wait for the other.
    const token = await openSession(db, now, user.id, browser)
    await noteEvent(db, { userId: user.id, kind: 'signed-in', detail: way, now, visitor })
    return { token, userInfo: shapeUser(user) }
  })
}

export async function signInByPassword(
  ctx: Context,
  attempt: Attempt & { password: string },
  visitor: Visitor,
): Promise<SignedIn> {
  let user: UserTable | undefined
  const isRight = await trySignIn(ctx, attempt, async () => {
    user = await userByName(ctx.db, attempt.username)
    return isPasswordOf(user?.password_hash ?? undefined, attempt.password, ctx.pepper)
  })
  if (!isRight || !user) throw new Refusal('CREDENTIALS_WRONG')
  return signIn(ctx, user, { visitor, way: 'password' })
}

export async function signInByCode(
  ctx: Context,
  attempt: Attempt & { code: string },
  visitor: Visitor,
): Promise<SignedIn> {
  await ctx.limits.spend('codeTriesIp', attempt.ip)
  const right = await takeCode(ctx, { username: attempt.username, purpose: 'login', code: attempt.code })
  const user = await userByName(ctx.db, attempt.username)
  if (!right || !user) throw new Refusal('CODE_WRONG')
  await forgetFailures(ctx, attempt.username)
  return signIn(ctx, user, { visitor, way: 'code' })
}

export interface Registration {
  username: string
  password: string
  verifyCode: string
  inviteCode?: string | undefined
  name?: string | undefined
}

export async function registerUser(ctx: Context, asked: Registration, visitor: Visitor): Promise<SignedIn> {
  const { username } = asked
  await ctx.limits.spend('codeTriesIp', visitor.ip)
  if (isCommonPassword(asked.password)) throw new Refusal('PASSWORD_COMMON')
  const inviterId = asked.inviteCode ? await userIdByInviteCode(ctx.db, asked.inviteCode) : undefined
  if (asked.inviteCode && inviterId === undefined) throw new Refusal('INVITE_CODE_UNKNOWN')
  if (!(await takeCode(ctx, { username, purpose: 'register', code: asked.verifyCode }))) throw new Refusal('CODE_WRONG')
  const passwordHash = await hashPassword(asked.password, ctx.pepper)
  return ctx.db.transaction().execute(async (db) => {
    const now = ctx.clock.now()
    const user = await createUser(db, {
      username,
      name: asked.name || (username.split('@')[0] ?? username),
      passwordHash,
      inviterId: inviterId ?? null,
      now,
      agent: agentHash(ctx.pepper, visitor.userAgent),
      lang: visitor.lang,
    })
    await keepLanguage(db, user.id, visitor.lang)
    await noteNetwork(db, { userId: user.id, ip: visitor.ip, pepper: ctx.pepper, now })
    await noteEvent(db, { userId: user.id, kind: 'registered', now, visitor })
    const token = await openSession(db, now, user.id, browserOf(ctx, user.id, visitor.userAgent))
    return { token, userInfo: shapeUser(user) }
  })
}
