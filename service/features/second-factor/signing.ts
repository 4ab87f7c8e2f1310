import type { WayIn } from '#lib/rules/sign-in.ts'
import type { Context } from '../../context.ts'
import { userById } from '../../users/queries.ts'
import { enter, type Visitor } from '../accounts/signing.ts'
import { stopLosing } from './losing.ts'
import { passFactor } from './passing.ts'
import { endTicket, spendTicket } from './tickets.ts'

/** Ends a sign-in whose first factor was right. Who has the second one has not lost it. */
export async function signInByFactor(ctx: Context, asked: { ticket: string; factorCode: string }, visitor: Visitor) {
  await ctx.limits.spend('codeTriesIp', visitor.ip)
  const ticket = await spendTicket(ctx, asked.ticket)
  await passFactor(ctx, ticket.user_id, asked.factorCode, visitor)
  await endTicket(ctx, ticket)
  await stopLosing(ctx, ticket.user_id, visitor)
  return enter(ctx, await userById(ctx.db, ticket.user_id), { visitor, way: ticket.way as WayIn })
}
