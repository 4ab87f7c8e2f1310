import * as contract from '#lib/contract/feedback.ts'
import type { Calls } from '#service/platform/http/calls.ts'
import { issueTicket, pictureOf } from './pictures.ts'
import { readReports, reportPage } from './queries.ts'
import { followUp, submitReport } from './submit-report.ts'

export function feedbackRoutes(calls: Calls): void {
  calls.on(contract.addReport, ({ ctx, input, session, lang }) =>
    submitReport(ctx, { ...input, userId: session.userId, lang }),
  )

  calls.on(contract.followUpReport, ({ ctx, input, session }) => followUp(ctx, { ...input, userId: session.userId }))

  calls.on(contract.reportList, ({ ctx, input, session }) =>
    reportPage(ctx.db, { userId: session.userId, now: ctx.clock.now() }, input),
  )

  calls.on(contract.markReportRead, ({ ctx, input, session }) =>
    readReports(ctx.db, { userId: session.userId, id: input.id, now: ctx.clock.now() }),
  )

  calls.on(contract.markAllReportsRead, ({ ctx, session }) =>
    readReports(ctx.db, { userId: session.userId, now: ctx.clock.now() }),
  )

  calls.on(contract.pictureTicket, ({ ctx, session }) => issueTicket(ctx, session))

  calls.on(contract.reportPicture, ({ ctx, input, session }) => pictureOf(ctx.db, session.userId, input.id))
}
