import type { agentReport, agentWork } from '#lib/contract/agent.ts'
import type { ParsedRequestOf, ReplyOf } from '#lib/contract/endpoint.ts'
import { hourOf, isOnline, provenTime } from '#lib/rules/online-time.ts'
import type { Context } from '#service/platform/context.ts'
import { LoginExpiredError, RefusalError } from '#service/platform/http/refusal.ts'
import { isShare } from '#service/platform/share-proof.ts'
import { controlOf } from './device-control.ts'
import { changeDevice, type DeviceChange, type DeviceState, readDevice } from './device-state.ts'
import { presenceEvents, refusedEvents } from './events.ts'
import type { HourCount } from './hours.ts'
import { hashRate, lastSeenOf, nextDifficulty } from './rules.ts'
import { type EvaluatedShares, evaluateShares, type Proof, worksOf } from './shares.ts'
import { currentOrNewWork, toWork } from './work.ts'

type Report = ParsedRequestOf<typeof agentReport>
type Answer = ReplyOf<typeof agentReport>

interface Decision<T> {
  answer: T
  /** Undefined when nothing changes. */
  change?: DeviceChange
}

/**
 * Reads a device, decides, and changes it; repeats when another call has changed it in between. Each repetition means that another
 * call succeeded, so the rate limit of the device bounds them.
 */
async function onDevice<T>(
  ctx: Context,
  tokenHash: string,
  decide: (state: DeviceState, now: number) => Promise<Decision<T>>,
): Promise<T> {
  for (;;) {
    const clock = ctx.clock.now()
    const state = await readDevice(ctx.db, { tokenHash, now: clock })
    if (!state) throw new LoginExpiredError()
    // Time never runs backwards for a device, even when the clock was set back.
    const now = Math.max(clock, state.device.last_seen_at?.getTime() ?? 0)
    const { answer, change } = await decide(state, now)
    if (!change) return answer
    if (await changeDevice(ctx.db, state, change)) return answer
  }
}

/** Assigns work to a device that starts, and marks it as online. */
export const assignWork = (ctx: Context, tokenHash: string): Promise<ReplyOf<typeof agentWork>> =>
  onDevice(ctx, tokenHash, async (state, now) => {
    const { device, current } = state
    const lastSeen = lastSeenOf(device)
    const isBack = !isOnline(lastSeen, now)
    const work = await currentOrNewWork(ctx.db, {
      deviceId: device.id,
      difficulty: Number(device.difficulty),
      now,
      current,
      isBack,
    })
    const answer = { work: toWork(ctx.config, work, now), lastSequence: device.last_sequence }
    if (!isBack && work === current) return { answer }
    const seen = new Date(now)
    const change = {
      at: now,
      // Changes the row also for new work alone, so that two calls cannot both issue it.
      set: isBack
        ? {
            online_since: seen,
            last_seen_at: seen,
            ...keptWork(0, now),
            ...(device.state === 'ended' && { state: 'mining' as const }),
          }
        : { last_seen_at: device.last_seen_at },
      events: presenceEvents(lastSeen, now),
      isPublished: isBack,
      work: work === current ? undefined : work,
    }
    return { answer, change }
  })

/** Handles a report in one statement: time, shares, events, difficulty and the next work are saved together. */
export const handleReport = createReportHandler(isShare)

export type ReportHandler = (ctx: Context, tokenHash: string, report: Report) => Promise<Answer>

/** Creates a report handler with a proof of work. Routes use `isShare`; only the demo's simulation uses another. */
export function createReportHandler(proof: Proof): ReportHandler {
  return (ctx, tokenHash, report) =>
    onDevice(ctx, tokenHash, async (state, now) => {
      const { device } = state
      if (report.sequence === device.last_sequence && device.last_answer !== null)
        return { answer: device.last_answer as Answer }
      if (report.sequence <= device.last_sequence)
        throw new RefusalError('REPORT_OUTDATED', { lastSequence: device.last_sequence })
      const works = await worksOf(ctx.db, device.id, report.shares)
      return decideReport(ctx, { state, report, now, evaluated: evaluateShares(report.shares, { works, now, proof }) })
    })
}

async function decideReport(
  { config, db }: Context,
  of: { state: DeviceState; report: Report; now: number; evaluated: EvaluatedShares },
): Promise<Decision<Answer>> {
  const { state, report, now, evaluated } = of
  const { device, current } = state
  const deviceId = device.id
  const lastSeen = lastSeenOf(device)
  const { onlineSince, rate, work: recent } = rateOf(state, now, evaluated)
  const { set, control, wish, isChanged } = controlOf(report, { control: state.control, before: device, now })
  const miningSince = set.mining_since ?? device.mining_since
  const silentMs = now - Math.max(onlineSince, Number(device.last_share_at), Number(miningSince))
  const known = Number(device.difficulty)
  const difficulty = report.state === 'mining' ? nextDifficulty({ difficulty: known, rate, silentMs }) : known
  const isBack = !isOnline(lastSeen, now)
  const isEnd = report.state === 'ended'
  const work = await currentOrNewWork(db, { deviceId, difficulty, now, current, isBack })
  const { accepted, refused } = evaluated
  const answer = {
    accepted: accepted.length,
    refused,
    hashrate: rate,
    work: toWork(config, work, now),
    ...(wish && { wish }),
  }
  const change = {
    at: now,
    set: {
      ...set,
      state: report.state,
      gpu_count: report.gpuCount,
      miner_version: report.version,
      difficulty,
      last_sequence: report.sequence,
      last_answer: JSON.stringify(answer),
      online_since: new Date(onlineSince),
      last_seen_at: new Date(now),
      ...keptWork(recent, now),
      ...(accepted.length > 0 && { last_share_at: new Date(now) }),
    },
    counts: [...hoursOf({ lastSeen, now, evaluated, project: current?.project })],
    shares: accepted,
    events: [...presenceEvents(lastSeen, now, { isEnd }), ...(await refusedEvents(db, { deviceId, now, refused }))],
    work: work === current ? undefined : work,
    control,
    isPublished: isBack ? !isEnd : isChanged || report.state !== device.state,
  }
  return { answer, change }
}

/**
 * Verified work in the rate window, in hashes a second. Shares of work issued before the device came back online are left out,
 * because the time that they took is unknown.
 */
function rateOf(state: DeviceState, now: number, evaluated: EvaluatedShares) {
  const lastSeen = lastSeenOf(state.device)
  const since = state.device.online_since?.getTime()
  if (!isOnline(lastSeen, now) || since === undefined || since >= now) return { onlineSince: now, rate: 0, work: 0 }
  const timed = evaluated.accepted.filter(({ work }) => work.issuedAt >= since)
  const added = timed.reduce((sum, { work }) => sum + Number(work.difficulty), 0)
  const work = state.recentWork + added
  return { onlineSince: since, rate: hashRate({ work, onlineSince: since, lastSeen: now }), work }
}

/** Work in the rate window, with the report that it is of. */
const keptWork = (work: number, now: number) => ({ recent_work: work, recent_work_at: new Date(now) })

/** Additions of a report to the hours of its device: proven time and shares. */
function* hoursOf(of: {
  lastSeen: number | undefined
  now: number
  evaluated: EvaluatedShares
  project: string | undefined
}): Generator<HourCount> {
  const { project, now, evaluated } = of
  const hour = hourOf(now)
  if (project !== undefined) {
    for (const part of provenTime(of.lastSeen, now)) yield { ...part, project }
    if (evaluated.refused.length > 0) yield { hour, project, refused: evaluated.refused.length }
  }
  for (const { work } of evaluated.accepted) yield { hour, project: work.project, work: work.difficulty, accepted: 1 }
}
