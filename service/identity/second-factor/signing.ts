import type { SignInMethod } from '#lib/rules/sign-in.ts'
import type { Context } from '#service/platform/context.ts'
import { enter, type Visitor } from '../sign-in/entering.ts'
import { passFactor } from '../sign-in/factor-passing.ts'
import { endTicket, spendTicket } from '../sign-in/factor-tickets.ts'
import { userById } from '../users/queries.ts'
import { stopLosing } from './losing.ts'

/** Ends a sign-in whose first factor was right. Who has the second one has not lost it. */
export async function signInByFactor(ctx: Context, asked: { ticket: string; factorCode: string }, visitor: Visitor) {
  await ctx.limits.spend('codeTriesIp', visitor.ip)
  const ticket = await spendTicket(ctx, asked.ticket)
  const way = ticket.way as SignInMethod
  await passFactor(ctx, ticket.user_id, asked.factorCode, { ...visitor, way })
  await stopLosing(ctx, ticket.user_id, visitor)
  const user = await userById(ctx.db, ticket.user_id)
  return enter(ctx, user, { visitor, way, take: (db) => endTicket(db, ticket) })
}
