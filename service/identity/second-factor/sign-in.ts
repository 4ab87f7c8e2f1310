import type { SignInMethod } from '#lib/rules/sign-in.ts'
import type { Context } from '#service/platform/context.ts'
import { checkFactor } from '../sign-in/check-factor.ts'
import { deleteTicket, spendTicketTry } from '../sign-in/factor-tickets.ts'
import { completeSignIn, type Visitor } from '../sign-in/sign-in.ts'
import { userById } from '../users/queries.ts'
import { cancelFactorRecovery } from './recovery.ts'

/** Completes a sign-in after its first factor. A user with the second factor has not lost it, so a recovery is cancelled. */
export async function signInByFactor(ctx: Context, request: { ticket: string; factorCode: string }, visitor: Visitor) {
  await ctx.limits.spend('codeTriesIp', visitor.ip)
  const ticket = await spendTicketTry(ctx, request.ticket)
  const method = ticket.way as SignInMethod
  await checkFactor(ctx, ticket.user_id, request.factorCode, { ...visitor, method })
  await cancelFactorRecovery(ctx, ticket.user_id, visitor)
  const user = await userById(ctx.db, ticket.user_id)
  return completeSignIn(ctx, user, { visitor, method, take: (db) => deleteTicket(db, ticket) })
}
