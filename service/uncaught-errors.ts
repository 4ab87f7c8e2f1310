import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { raiseAlarm } from './messaging/alarms/raise.ts'
import type { Context } from './platform/context.ts'
import { currentRequest, type RequestScope } from './platform/http/request-scope.ts'

/** The end of the process waits no longer for its alarm: the database may have failed. */
const ALARM_MS = 5_000

interface GuardedProcess {
  ctx: Context
  /** Drains, and exits with 1. */
  end(): void
}

/**
 * Handles errors that no code caught (ADR-037). After an error of one request, the request is answered with 500 and the process goes
 * on. Any other error ends the process, in order: nobody knows which loop has died or which state is half changed.
 */
export function handleUncaughtErrors(guarded: GuardedProcess): void {
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
  // The error handler of the reply logs it with its id; after the reply nothing else does.
  if (!request.fail(error)) ctx.log.error({ err: error, requestId }, 'a request failed after its answer')
  const values = { node: hostname(), requestId }
  raiseQuietly(ctx, { name: 'uncaught', kind: 'alarmUncaught', values })
}

async function endProcess({ ctx, end }: GuardedProcess, error: unknown): Promise<void> {
  ctx.log.fatal({ err: error }, 'uncaught error outside of any request: the process ends. Start it again')
  const values = { node: hostname() }
  await Promise.race([raiseQuietly(ctx, { name: 'ended', kind: 'alarmEnded', values }), wait(ALARM_MS)])
  end()
}

const raiseQuietly = (ctx: Context, alarm: Parameters<typeof raiseAlarm>[1]): Promise<void> =>
  raiseAlarm(ctx, alarm, ctx.clock.now()).catch((error: unknown) =>
    ctx.faults.report({ name: `alarm ${alarm.name}`, error, message: 'an alarm could not be raised' }),
  )
