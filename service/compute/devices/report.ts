import type { agentReport, agentWork } from '#lib/contract/agent.ts'
import type { ParsedRequestOf, ReplyOf } from '#lib/contract/endpoint.ts'
import { hourOf, isOnline, provenTime } from '#lib/rules/online-time.ts'
import type { Context } from '#service/platform/context.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { isShare } from '#service/platform/share-proof.ts'
import type { DeviceCall, Draft, DraftFacts } from './device-calls.ts'
import { controlOf } from './device-control.ts'
import { type DeviceState, recentWorkAt } from './device-state.ts'
import { presenceEvents, refusedEvents } from './events.ts'
import type { HourCount } from './hours.ts'
import { notifyReplacedMiner } from './replaced-miner.ts'
import { hashRate, lastSeenOf, nextDifficulty } from './rules.ts'
import { type EvaluatedShares, evaluateShares, type Proof } from './shares.ts'
import { toWork } from './work.ts'

type Report = ParsedRequestOf<typeof agentReport>
type Answer = ReplyOf<typeof agentReport>
type WorkRequest = ParsedRequestOf<typeof agentWork>
type WorkAnswer = ReplyOf<typeof agentWork>

/** The run of a miner, as a device remembers it. */
const runOf = ({ run }: { run?: string | undefined }): string | null => run ?? null

/** Assigns work to a device that starts, and marks it as online. From now on only this run of its miner may report. */
export const assignWork = (ctx: Context, tokenHash: string, request: WorkRequest): Promise<WorkAnswer> =>
  ctx.deviceCalls.run<WorkAnswer>({
    tokenHash,
    shares: [],
    now: () => ctx.clock.now(),
    draft: (state, facts) => draftWork(ctx, state, { ...facts, run: runOf(request) }),
  })

function draftWork(
  ctx: Context,
  state: DeviceState,
  { now, run }: DraftFacts & { run: string | null },
): Draft<WorkAnswer> {
  const { device, current } = state
  const lastSeen = lastSeenOf(device)
  const isBack = !isOnline(lastSeen, now)
  return {
    refused: [],
    request: { deviceId: device.id, difficulty: Number(device.difficulty), now, current, isBack },
    finish({ work }) {
      const answer = { work: toWork(ctx, work, { now, isPaused: false }), lastSequence: device.last_sequence }
      if (!isBack && work === current && device.run_id === run) return { answer }
      const seen = new Date(now)
      const change = {
        at: now,
        // Changes the row also for new work alone, so that two calls cannot both issue it.
        set: {
          run_id: run,
          ...(isBack && {
            online_since: seen,
            last_seen_at: seen,
            ...keptWork(0, now),
            ...(device.state === 'ended' && { state: 'mining' as const }),
          }),
        },
        events: presenceEvents(lastSeen, now),
        isPublished: isBack,
        work: work === current ? undefined : work,
      }
      return { answer, change }
    },
  }
}

/** Handles a report: time, shares, events, difficulty and the next work are saved together, with those of other devices. */
export const handleReport = createReportHandler(isShare)

export type ReportHandler = (ctx: Context, tokenHash: string, report: Report) => Promise<Answer>

/** Creates a report handler with a proof of work. Routes use `isShare`; only the demo's simulation uses another. */
export function createReportHandler(proof: Proof): ReportHandler {
  return async (ctx, tokenHash, report) => {
    const call: DeviceCall<Answer> = {
      tokenHash,
      shares: report.shares,
      now: () => ctx.clock.now(),
      draft(state, { now, works }) {
        const { device } = state
        // Before the sequence: two miners count alike, and each would take the other's answer for its own.
        if (device.run_id !== null && device.run_id !== runOf(report)) throw new RefusalError('MINER_REPLACED')
        if (report.sequence === device.last_sequence && device.last_answer !== null)
          return { answer: device.last_answer as Answer }
        if (report.sequence <= device.last_sequence)
          throw new RefusalError('REPORT_OUTDATED', { lastSequence: device.last_sequence })
        return draftReport(ctx, { state, report, now, evaluated: evaluateShares(report.shares, { works, now, proof }) })
      },
    }
    try {
      return await ctx.deviceCalls.run(call)
    } catch (error) {
      if (error instanceof RefusalError && error.reason === 'MINER_REPLACED') await notifyReplacedMiner(ctx, tokenHash)
      throw error
    }
  }
}

function draftReport(
  ctx: Context,
  of: { state: DeviceState; report: Report; now: number; evaluated: EvaluatedShares },
): Draft<Answer> {
  const { state, report, now, evaluated } = of
  const { device, current } = state
  const lastSeen = lastSeenOf(device)
  const { onlineSince, rate, work: recent } = rateOf(state, now, evaluated)
  const { set, control, wish, isChanged } = controlOf(report, { control: state.control, before: device, now })
  const miningSince = set.mining_since ?? device.mining_since
  const silentMs = now - Math.max(onlineSince, Number(device.last_share_at), Number(miningSince))
  const known = Number(device.difficulty)
  const difficulty = report.state === 'mining' ? nextDifficulty({ difficulty: known, rate, silentMs }) : known
  const isBack = !isOnline(lastSeen, now)
  const isEnd = report.state === 'ended'
  const { accepted, refused } = evaluated
  return {
    refused,
    request: { deviceId: device.id, difficulty, now, current, isBack },
    finish({ work, refusedLine }) {
      const answer = {
        accepted: accepted.length,
        refused,
        hashrate: rate,
        work: toWork(ctx, work, { now, isPaused: report.state === 'paused' }),
        ...(wish && { wish }),
      }
      const change = {
        at: now,
        set: {
          ...set,
          state: report.state,
          gpu_count: report.gpuCount,
          miner_version: report.version,
          difficulty: String(difficulty),
          last_sequence: report.sequence,
          run_id: runOf(report),
          last_answer: answer,
          online_since: new Date(onlineSince),
          last_seen_at: new Date(now),
          ...keptWork(recent, now),
          ...(accepted.length > 0 && { last_share_at: new Date(now) }),
        },
        counts: [...hoursOf({ lastSeen, now, evaluated, project: current?.project })],
        shares: accepted,
        events: [...presenceEvents(lastSeen, now, { isEnd }), ...refusedEvents(refused, { now, before: refusedLine })],
        work: work === current ? undefined : work,
        control,
        isPublished: isBack ? !isEnd : isChanged || report.state !== device.state,
      }
      return { answer, change }
    },
  }
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
  const work = recentWorkAt(state, now) + added
  return { onlineSince: since, rate: hashRate({ work, onlineSince: since, lastSeen: now }), work }
}

/** Work in the rate window, with the report that it is of. */
const keptWork = (work: number, now: number) => ({ recent_work: String(work), recent_work_at: new Date(now) })

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
