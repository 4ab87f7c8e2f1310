import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { raise } from './messaging/alarms/raise.ts'
import type { Context } from './platform/context.ts'
import { currentRequest, type RequestScope } from './platform/http/request-scope.ts'

/** The database may be what has failed: an end does not wait longer for its alarm. */
const ALARM_MS = 5_000

interface Guarded {
  ctx: Context
  /** Drains, and exits with 1. */
  end(): void
}

/**
 * Handles what nobody caught (ADR-037). An error of one request is that request's: it is answered with 500, and the
 * process goes on. Any other ends the process, in order: nobody knows which loop has died or which state is half changed.
 */
export function guardProcess(guarded: Guarded): void {
  let isEnding = false
  process.on('uncaughtException', (error: unknown) => {
    const request = currentRequest()
    if (request) return failRequest(guarded.ctx, request, error)
    if (isEnding) return guarded.ctx.log.error({ err: error }, 'uncaught error while the process ends')
    isEnding = true
    void endProcess(guarded, error)
  })
}

function failRequest(ctx: Context, request: RequestScope, error: unknown): void {
  const { requestId } = request
  // The error handler of the answer logs it with its id; after the answer nothing else does.
  if (!request.fail(error)) ctx.log.error({ err: error, requestId }, 'a request failed after its answer')
  const values = { node: hostname(), requestId }
  raiseQuietly(ctx, { name: 'uncaught', kind: 'alarmUncaught', values })
}

async function endProcess({ ctx, end }: Guarded, error: unknown): Promise<void> {
  ctx.log.fatal({ err: error }, 'uncaught error outside of any request: the process ends. Start it again')
  const values = { node: hostname() }
  await Promise.race([raiseQuietly(ctx, { name: 'ended', kind: 'alarmEnded', values }), wait(ALARM_MS)])
  end()
}

const raiseQuietly = (ctx: Context, alarm: Parameters<typeof raise>[1]): Promise<void> =>
  raise(ctx, alarm, ctx.clock.now()).catch((error: unknown) =>
    ctx.faults.report({ name: `alarm ${alarm.name}`, error, message: 'an alarm could not be raised' }),
  )
