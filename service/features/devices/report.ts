import type { Selectable } from 'kysely'
import type { agentReport, agentWork } from '#lib/contract/agent.ts'
import type { AskedOf, ReplyOf } from '#lib/contract/endpoint.ts'
import { OFFLINE_AFTER_MS } from '#lib/rules/devices.ts'
import type { Context } from '../../context.ts'
import type { Database } from '../../db/open.ts'
import type { DeviceTable } from '../../db/tables/devices.ts'
import { LoginExpired, Refusal } from '../../http/refusal.ts'
import { countHours, type HourCount } from './hours.ts'
import { addEvent, deviceRate } from './queries.ts'
import { hourOf, isOnline, nextDifficulty, provenTime } from './rules.ts'
import { type Judge, type Judged, judgeShares } from './shares.ts'
import { type CurrentWork, currentWork, shapeWork, workFor } from './work.ts'

type Report = AskedOf<typeof agentReport>
type Answer = ReplyOf<typeof agentReport>
export type Device = Selectable<DeviceTable>

/** The device of a token, its row locked: two reports of one device are never counted at once. */
async function lockDevice(db: Database, tokenHash: string): Promise<Device> {
  const device = await db
    .selectFrom('devices')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('unbound_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!device) throw new LoginExpired()
  return device
}

/** The clock never runs backwards for a device, even when the machine's clock was set back. */
const timeOf = (ctx: Context, device: Device): number => Math.max(ctx.clock.now(), device.last_seen_at?.getTime() ?? 0)

/** The work of a device that starts. From here on it is online: what it does now, its first report proves. */
export function giveWork(ctx: Context, tokenHash: string): Promise<ReplyOf<typeof agentWork>> {
  return ctx.db.transaction().execute(async (db) => {
    const device = await lockDevice(db, tokenHash)
    const now = timeOf(ctx, device)
    const current = await currentWork(db, device.id)
    const work = await workFor(db, { deviceId: device.id, difficulty: Number(device.difficulty), now, current })
    if (!isOnline(device.last_seen_at?.getTime(), now)) {
      await addPresence(db, device, now)
      const since = { online_since: new Date(now), last_seen_at: new Date(now) }
      await db.updateTable('devices').set(since).where('id', '=', device.id).execute()
    }
    return { work: shapeWork(work, now), lastSequence: device.last_sequence }
  })
}

/** Takes a report in one transaction: time, shares, events, difficulty and the next work stand or fall together. */
export const takeReport = createTaker(judgeShares)

export type TakeReport = (ctx: Context, tokenHash: string, report: Report) => Promise<Answer>

/** Builds `takeReport` over a judge of shares. Every route has the one above; only the demo's simulation has another. */
export function createTaker(judge: Judge): TakeReport {
  return (ctx, tokenHash, report) =>
    ctx.db.transaction().execute(async (db) => {
      const device = await lockDevice(db, tokenHash)
      if (report.sequence === device.last_sequence && device.last_answer !== null) return device.last_answer as Answer
      if (report.sequence <= device.last_sequence)
        throw new Refusal('REPORT_OUTDATED', { lastSequence: device.last_sequence })
      // The clock never runs backwards for a device, even when the machine's clock was set back.
      const now = timeOf(ctx, device)
      const current = await currentWork(db, device.id)
      const judged = await judge(db, { deviceId: device.id, shares: report.shares, now })
      await countHours(db, device.id, [...hoursOf({ device, now, judged, project: current?.project })])
      await addPresence(db, device, now)
      await addRefusals(db, { device, now, judged })
      return answer(db, { device, report, judged, now, current })
    })
}

/** What a report adds to the hours of its device: the time that it proves, and its shares. */
function* hoursOf(of: {
  device: Device
  now: number
  judged: Judged
  project: string | undefined
}): Generator<HourCount> {
  const { project, now, judged } = of
  const hour = hourOf(now)
  if (project !== undefined) {
    for (const part of provenTime(of.device.last_seen_at?.getTime(), now)) yield { ...part, project }
    if (judged.refused.length > 0) yield { hour, project, refused: judged.refused.length }
  }
  for (const share of judged.accepted) yield { hour, project: share.project, work: share.difficulty, accepted: 1 }
}

/** A device that comes back after more than 90 s was offline meanwhile: its log says so. */
export async function addPresence(db: Database, device: Device, now: number): Promise<void> {
  const lastSeen = device.last_seen_at?.getTime()
  if (isOnline(lastSeen, now)) return
  if (lastSeen !== undefined)
    await addEvent(db, { deviceId: device.id, at: lastSeen + OFFLINE_AFTER_MS, kind: 'offline' })
  await addEvent(db, { deviceId: device.id, at: now, kind: 'online' })
}

/** One line of the log for each hour with refused shares: a broken miner must not fill it, report by report. */
async function addRefusals(db: Database, of: { device: Device; now: number; judged: Judged }): Promise<void> {
  const { refused } = of.judged
  if (refused.length === 0) return
  const before = await db
    .selectFrom('device_events')
    .select(['id', 'detail'])
    .where('device_id', '=', of.device.id)
    .where('kind', '=', 'refused')
    .where('at', '>=', new Date(hourOf(of.now)))
    .executeTakeFirst()
  const reasons = new Map<string, number>()
  const count = (reason: string, times: number) => reasons.set(reason, (reasons.get(reason) ?? 0) + times)
  for (const [, reason, times] of before?.detail.matchAll(/(\w+) (\d+)/g) ?? []) count(String(reason), Number(times))
  for (const { reason } of refused) count(reason, 1)
  const detail = [...reasons].map(([reason, times]) => `${reason} ${times}`).join(', ')
  const at = new Date(of.now)
  if (before) await db.updateTable('device_events').set({ at, detail }).where('id', '=', before.id).execute()
  else await addEvent(db, { deviceId: of.device.id, at: of.now, kind: 'refused', detail })
}

async function answer(
  db: Database,
  of: { device: Device; report: Report; judged: Judged; now: number; current: CurrentWork | undefined },
): Promise<Answer> {
  const { device, report, judged, now } = of
  const wasOnline = isOnline(device.last_seen_at?.getTime(), now)
  const onlineSince = wasOnline && device.online_since ? device.online_since.getTime() : now
  const rate = await deviceRate(db, { deviceId: device.id, onlineSince, now })
  const silentMs = now - Math.max(onlineSince, device.last_share_at?.getTime() ?? 0)
  const isMining = report.state === 'mining'
  const known = Number(device.difficulty)
  const difficulty = isMining ? nextDifficulty({ difficulty: known, rate, silentMs }) : known
  const work = await workFor(db, { deviceId: device.id, difficulty, now, current: of.current })
  const reply: Answer = {
    accepted: judged.accepted.length,
    refused: judged.refused,
    hashrate: rate,
    work: shapeWork(work, now),
  }
  await db
    .updateTable('devices')
    .set({
      state: report.state,
      gpu_count: report.gpuCount,
      miner_version: report.version,
      difficulty,
      last_sequence: report.sequence,
      last_answer: JSON.stringify(reply),
      online_since: new Date(onlineSince),
      last_seen_at: new Date(now),
      ...(judged.accepted.length > 0 && { last_share_at: new Date(now) }),
    })
    .where('id', '=', device.id)
    .execute()
  return reply
}
