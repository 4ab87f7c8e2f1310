import { createHmac } from 'node:crypto'
import type { UserInfo } from '#lib/contract/accounts.ts'
import type { SignInMethod } from '#lib/rules/sign-in.ts'
import { browserLabel } from '#lib/text/browser-name.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { saveLanguage } from '#service/messaging/notify/language.ts'
import { notifyByMail } from '#service/messaging/notify/notify.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Lang } from '#service/platform/http/messages.ts'
import { type Browser, isKnownBrowser, openSession } from '#service/platform/http/sessions.ts'
import { noteEvent } from '../users/events.ts'
import { noteNetwork } from '../users/fingerprints.ts'
import { toUserInfo } from '../users/queries.ts'
import type { UserTable } from '../users/tables.ts'
import { lockUnchangedUser, requireSecondFactor } from './factor-tickets.ts'

export interface Visitor {
  ip: string
  lang: Lang
  userAgent: string
}

export interface SignedIn {
  token: string
  userInfo: UserInfo
}

/** The label of a browser, and its hash, which differs from user to user. */
export function browserOf(ctx: Context, userId: string, userAgent: string): Browser {
  const name = browserLabel(userAgent)
  return { name, hash: createHmac('sha256', ctx.pepper).update(`browser:${userId}:${name}`).digest('hex') }
}

/** Continues after the first factor: requires the second one where there is one. */
export async function signIn(ctx: Context, user: UserTable, of: SignInStep): Promise<SignedIn> {
  await requireSecondFactor(ctx, user, of.method)
  return completeSignIn(ctx, user, of)
}

export interface SignInStep {
  visitor: Visitor
  method: SignInMethod
}

/**
 * Opens a session, and mails the owner when the browser is new. `user` is the row as it was when the first factor was checked;
 * `take` consumes a one-time credential in the same transaction.
 */
export async function completeSignIn(
  ctx: Context,
  user: UserTable,
  { visitor, method, take }: SignInStep & { take?: (db: Database) => Promise<void> },
): Promise<SignedIn> {
  const now = ctx.clock.now()
  const browser = browserOf(ctx, user.id, visitor.userAgent)
  return ctx.db.transaction().execute(async (db) => {
    await lockUnchangedUser(db, user)
    await take?.(db)
    if (!(await isKnownBrowser(db, user.id, browser.hash))) {
      const values = { browser: browser.name, time: utcDateTime(unixSeconds(now)) }
      const reader = { userId: user.id, to: user.username, lang: visitor.lang }
      const source = `sign-in/${browser.hash}/${now}`
      await notifyByMail(ctx, db, { ...reader, source, kind: 'newBrowser', values, at: now })
    }
    await saveLanguage(db, user.id, visitor.lang)
    await noteNetwork(db, { userId: user.id, ip: visitor.ip, pepper: ctx.pepper, now })
    const token = await openSession(db, now, user.id, browser)
    await noteEvent(db, { userId: user.id, kind: 'signed-in', detail: method, now, visitor })
    return { token, userInfo: toUserInfo(user) }
  })
}
