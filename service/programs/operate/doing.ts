import type { Change, CommandContext, Done, View } from '#service/platform/operator/act.ts'
import { addAudit } from '#service/platform/operator/audit.ts'

/** Notes a look at people's data, before it is shown: there is no look without a trace. */
export async function noteView(context: CommandContext, act: string, { audit }: View): Promise<void> {
  if (audit !== undefined)
    await addAudit(context.db, { at: context.now(), operator: context.operator, act, detail: audit })
}

/** Does a change that was confirmed, in one transaction with its row in the audit. */
export async function carryOut(context: CommandContext, act: string, change: Change): Promise<Done> {
  const done = await context.db.transaction().execute(async (transaction) => {
    await addAudit(transaction, { at: context.now(), operator: context.operator, act, detail: change.audit })
    return change.apply(transaction)
  })
  await done.afterCommit?.()
  return done
}
