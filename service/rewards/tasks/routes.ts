import * as contract from '#lib/contract/tasks.ts'
import { mailCode } from '#service/identity/sign-in/send-code.ts'
import { userById } from '#service/identity/users/queries.ts'
import { snapshot } from '#service/platform/db/snapshot.ts'
import type { Calls } from '#service/platform/http/calls.ts'
import { all, kindsOf, ongoing, past, taskPage } from './queries.ts'
import { verifyTask } from './verify-task.ts'

export function taskRoutes(calls: Calls): void {
  calls.on(contract.taskList, ({ ctx, input, session }) => {
    const of = { userId: session.userId, kinds: kindsOf(ctx), now: ctx.clock.now() }
    const keys = { ongoing, past, all }[input.status](of)
    return snapshot(ctx.db, (db) => taskPage(db, { ...of, keys }, input))
  })

  calls.on(contract.verifyTask, ({ ctx, input, session, lang }) =>
    verifyTask(ctx, { ...input, userId: session.userId, lang }),
  )

  calls.on(contract.taskVerifyCode, async ({ ctx, session, ip, lang }) => {
    const { username } = await userById(ctx.db, session.userId)
    return mailCode(ctx, { username, ip, lang, purpose: 'task' })
  })
}
