import { proofBranch, proofsRead } from '#lib/contract/proofs.ts'
import { utcDayStart } from '#lib/time/format.ts'
import { usernameOf } from '#service/identity/users/queries.ts'
import { snapshot } from '#service/platform/db/snapshot.ts'
import type { Calls } from '#service/platform/http/calls.ts'
import type { Reads } from '#service/platform/http/reads.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { proofFileOf, statementsBefore } from './queries.ts'

export function proofReads(reads: Reads): void {
  reads.on(proofsRead, (ctx, parameter) => {
    const before = parameter('before')
    return statementsBefore(ctx.db, before !== undefined && utcDayStart(before) !== undefined ? before : undefined)
  })
}

export function proofRoutes(calls: Calls): void {
  calls.on(proofBranch, async ({ ctx, input, session }) => {
    const file = await snapshot(ctx.db, async (db) => {
      const reader = { userId: session.userId, username: await usernameOf(db, session.userId), pepper: ctx.pepper }
      return proofFileOf(db, reader, input.day)
    })
    if (!file) throw new RefusalError('PROOF_UNKNOWN')
    return file
  })
}
