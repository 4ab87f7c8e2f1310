import type { agentReport, agentWork } from '#lib/contract/agent.ts'
import type { ParsedRequestOf, ReplyOf } from '#lib/contract/endpoint.ts'
import { hourOf, isOnline, provenTime } from '#lib/rules/online-time.ts'
import type { Context } from '#service/platform/context.ts'
import { LoginExpired, Refusal } from '#service/platform/http/refusal.ts'
import { changeDevice, type DeviceChange, type DeviceState, readDevice } from './device-state.ts'
import { presenceEvents, refusedEvents } from './events.ts'
import type { HourCount } from './hours.ts'
import { isShare } from './proof.ts'
import { hashRate, heardOf, nextDifficulty } from './rules.ts'
import { type Judged, judgeShares, type Proof, worksOf } from './shares.ts'
import { shapeWork, workFor } from './work.ts'

type Report = ParsedRequestOf<typeof agentReport>
type Answer = ReplyOf<typeof agentReport>

interface Decided<T> {
  answer: T
  /** Undefined where nothing is to change. */
  change?: DeviceChange
}

/**
 * Reads a device, decides, and changes it, all over again whenever somebody else has changed it in between: each round that is
 * lost is one that another call has won, and a device's budget of calls bounds those.
 */
async function onDevice<T>(
  ctx: Context,
  tokenHash: string,
  decide: (state: DeviceState, now: number) => Promise<Decided<T>>,
): Promise<T> {
  for (;;) {
    const clock = ctx.clock.now()
    const state = await readDevice(ctx.db, { tokenHash, now: clock })
    if (!state) throw new LoginExpired()
    // The clock never runs backwards for a device, even when the machine's clock was set back.
    const now = Math.max(clock, state.device.last_seen_at?.getTime() ?? 0)
    const { answer, change } = await decide(state, now)
    if (!change) return answer
    if (await changeDevice(ctx.db, state, change)) return answer
  }
}

/** The work of a device that starts. From here on it is online: what it does now, its first report proves. */
export const giveWork = (ctx: Context, tokenHash: string): Promise<ReplyOf<typeof agentWork>> =>
  onDevice(ctx, tokenHash, async (state, now) => {
    const { device, current } = state
    const lastSeen = heardOf(device)
    const isBack = !isOnline(lastSeen, now)
    const work = await workFor(ctx.db, {
      deviceId: device.id,
      difficulty: Number(device.difficulty),
      now,
      current,
      isBack,
    })
    const answer = { work: shapeWork(work, now), lastSequence: device.last_sequence }
    if (!isBack && work === current) return { answer }
    const seen = new Date(now)
    const change = {
      at: now,
      // Work alone changes the row as well, so that two calls can't both give it.
      set: isBack
        ? { online_since: seen, last_seen_at: seen, ...(device.state === 'ended' && { state: 'mining' as const }) }
        : { last_seen_at: device.last_seen_at },
      events: presenceEvents(lastSeen, now),
      isTold: isBack,
      work: work === current ? undefined : work,
    }
    return { answer, change }
  })

/** Takes a report in one statement: time, shares, events, difficulty and the next work stand or fall together. */
export const takeReport = createTaker(isShare)

export type TakeReport = (ctx: Context, tokenHash: string, report: Report) => Promise<Answer>

/** Builds `takeReport` over a proof of work. Every route has the one above; only the demo's simulation has another. */
export function createTaker(proof: Proof): TakeReport {
  return (ctx, tokenHash, report) =>
    onDevice(ctx, tokenHash, async (state, now) => {
      const { device } = state
      if (report.sequence === device.last_sequence && device.last_answer !== null)
        return { answer: device.last_answer as Answer }
      if (report.sequence <= device.last_sequence)
        throw new Refusal('REPORT_OUTDATED', { lastSequence: device.last_sequence })
      const works = await worksOf(ctx.db, device.id, report.shares)
      return decideReport(ctx, { state, report, now, judged: judgeShares(report.shares, { works, now, proof }) })
    })
}

async function decideReport(
  { db }: Context,
  of: { state: DeviceState; report: Report; now: number; judged: Judged },
): Promise<Decided<Answer>> {
  const { state, report, now, judged } = of
  const { device, current } = state
  const deviceId = device.id
  const lastSeen = heardOf(device)
  const { onlineSince, rate } = rateOf(state, now, judged)
  const silentMs = now - Math.max(onlineSince, device.last_share_at?.getTime() ?? 0)
  const known = Number(device.difficulty)
  const difficulty = report.state === 'mining' ? nextDifficulty({ difficulty: known, rate, silentMs }) : known
  const isBack = !isOnline(lastSeen, now)
  const isEnd = report.state === 'ended'
  const work = await workFor(db, { deviceId, difficulty, now, current, isBack })
  const { accepted, refused } = judged
  const answer = { accepted: accepted.length, refused, hashrate: rate, work: shapeWork(work, now) }
  const change = {
    at: now,
    set: {
      state: report.state,
      gpu_count: report.gpuCount,
      miner_version: report.version,
      difficulty,
      last_sequence: report.sequence,
      last_answer: JSON.stringify(answer),
      online_since: new Date(onlineSince),
      last_seen_at: new Date(now),
      ...(accepted.length > 0 && { last_share_at: new Date(now) }),
    },
    counts: [...hoursOf({ lastSeen, now, judged, project: current?.project })],
    shares: accepted,
    events: [...presenceEvents(lastSeen, now, { isEnd }), ...(await refusedEvents(db, { deviceId, now, refused }))],
    work: work === current ? undefined : work,
    isTold: isBack ? !isEnd : report.state !== device.state,
  }
  return { answer, change }
}

/**
 * Verified work in the rate window, as hashes a second. Shares of work that the device was given before it came back online
 * are left out, whichever report brings them: they were worked out while it was away, nobody knows in what time.
 */
function rateOf(state: DeviceState, now: number, judged: Judged): { onlineSince: number; rate: number } {
  const lastSeen = heardOf(state.device)
  const since = state.device.online_since?.getTime()
  if (!isOnline(lastSeen, now) || since === undefined || since >= now) return { onlineSince: now, rate: 0 }
  const timed = judged.accepted.filter(({ work }) => work.issuedAt >= since)
  const added = timed.reduce((sum, { work }) => sum + Number(work.difficulty), 0)
  return { onlineSince: since, rate: hashRate({ work: state.recentWork + added, onlineSince: since, lastSeen: now }) }
}

/** What a report adds to the hours of its device: the time that it proves, and its shares. */
function* hoursOf(of: {
  lastSeen: number | undefined
  now: number
  judged: Judged
  project: string | undefined
}): Generator<HourCount> {
  const { project, now, judged } = of
  const hour = hourOf(now)
  if (project !== undefined) {
    for (const part of provenTime(of.lastSeen, now)) yield { ...part, project }
    if (judged.refused.length > 0) yield { hour, project, refused: judged.refused.length }
  }
  for (const { work } of judged.accepted) yield { hour, project: work.project, work: work.difficulty, accepted: 1 }
}
