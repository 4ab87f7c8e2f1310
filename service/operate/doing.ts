import { addAudit } from './audit.ts'
import type { Change, Desk, Done, View } from './command.ts'

/** Notes a look at people's data, before it is shown: there is no look without a trace. */
export async function noteView(desk: Desk, act: string, { audit }: View): Promise<void> {
  if (audit !== undefined) await addAudit(desk.db, { at: desk.now(), operator: desk.operator, act, detail: audit })
}

/** Does a change that was confirmed, in one transaction with its row in the audit. */
export async function carryOut(desk: Desk, act: string, change: Change): Promise<Done> {
  const done = await desk.db.transaction().execute(async (transaction) => {
    await addAudit(transaction, { at: desk.now(), operator: desk.operator, act, detail: change.audit })
    return change.apply(transaction)
  })
  await done.afterCommit?.()
  return done
}
