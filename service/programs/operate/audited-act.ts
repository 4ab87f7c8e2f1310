import type { Act, ActResult, Change, CommandContext, View } from '#service/platform/operator/act.ts'
import { addAudit } from '#service/platform/operator/audit.ts'

type Named = Pick<Act, 'command'>

/** Writes the audit line of a view before it is shown: no personal data are shown without one. */
export async function auditView(context: CommandContext, { command }: Named, { audit }: View): Promise<void> {
  if (audit !== undefined)
    await addAudit(context.db, { at: context.now(), operator: context.operator, act: command, detail: audit })
}

/** Applies a confirmed change in one transaction with its line in the audit. */
export async function applyChange(context: CommandContext, { command }: Named, change: Change): Promise<ActResult> {
  await change.prepare?.()
  const done = await context.db.transaction().execute(async (transaction) => {
    await addAudit(transaction, { at: context.now(), operator: context.operator, act: command, detail: change.audit })
    return change.apply(transaction)
  })
  await done.afterCommit?.()
  return done
}
