import { createHmac } from 'node:crypto'
import type { UserInfo } from '#lib/contract/accounts.ts'
import type { WayIn } from '#lib/rules/sign-in.ts'
import { browserLabel } from '#lib/text/browser-name.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { keepLanguage } from '#service/messaging/notify/language.ts'
import { notifyByMail } from '#service/messaging/notify/notify.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Lang } from '#service/platform/http/messages.ts'
import { type Browser, knowsBrowser, openSession } from '#service/platform/http/sessions.ts'
import { noteEvent } from '../users/events.ts'
import { shapeUser } from '../users/queries.ts'
import { noteNetwork } from '../users/signs.ts'
import type { UserTable } from '../users/tables.ts'
import { lockUnchanged, oweFactor } from './factor-tickets.ts'

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
  await oweFactor(ctx, user, of.way)
  return enter(ctx, user, of)
}

export interface Entering {
  visitor: Visitor
  way: WayIn
}

/**
 * Opens a session; a browser that the account has not used before is told of by mail. `user` is as it was when the way in was
 * found to be right, and `take` takes what that was, where it is for once.
 */
export async function enter(
  ctx: Context,
  user: UserTable,
  { visitor, way, take }: Entering & { take?: (db: Database) => Promise<void> },
): Promise<SignedIn> {
  const now = ctx.clock.now()
  const browser = browserOf(ctx, user.id, visitor.userAgent)
  return ctx.db.transaction().execute(async (db) => {
    await lockUnchanged(db, user)
    await take?.(db)
    if (!(await knowsBrowser(db, user.id, browser.hash))) {
      const values = { browser: browser.name, time: utcDateTime(unixSeconds(now)) }
      const reader = { userId: user.id, to: user.username, lang: visitor.lang }
      const source = `sign-in/${browser.hash}/${now}`
      await notifyByMail(ctx, db, { ...reader, source, kind: 'newBrowser', values, at: now })
    }
    await keepLanguage(db, user.id, visitor.lang)
    await noteNetwork(db, { userId: user.id, ip: visitor.ip, pepper: ctx.pepper, now })
    const token = await openSession(db, now, user.id, browser)
    await noteEvent(db, { userId: user.id, kind: 'signed-in', detail: way, now, visitor })
    return { token, userInfo: shapeUser(user) }
  })
}
