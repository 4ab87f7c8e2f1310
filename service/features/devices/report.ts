import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { agentReport } from '#lib/contract/agent.ts'
import type { AskedOf, ReplyOf } from '#lib/contract/endpoint.ts'
import type { Context } from '../../context.ts'
import type { Database } from '../../db/open.ts'
import type { DeviceTable } from '../../db/tables/devices.ts'
import { LoginExpired, Refusal } from '../../http/refusal.ts'
import { addEvent, deviceRate } from './queries.ts'
import { hourOf, isOnline, nextDifficulty, OFFLINE_AFTER_MS, provenTime } from './rules.ts'
import { type Judged, judgeShares } from './shares.ts'
import { type CurrentWork, currentWork, shapeWork, workFor } from './work.ts'

type Report = AskedOf<typeof agentReport>
type Answer = ReplyOf<typeof agentReport>
export type Device = Selectable<DeviceTable>

/** The device of a token, its row locked: two reports of one device are never counted at once. */
export async function lockDevice(db: Database, tokenHash: string): Promise<Device> {
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
export const timeOf = (ctx: Context, device: Device): number =>
  Math.max(ctx.clock.now(), device.last_seen_at?.getTime() ?? 0)

/** Takes a report in one transaction: time, shares, events, difficulty and the next work stand or fall together. */
export async function takeReport(ctx: Context, tokenHash: string, report: Report): Promise<Answer> {
  return ctx.db.transaction().execute(async (db) => {
    const device = await lockDevice(db, tokenHash)
    if (report.sequence === device.last_sequence && device.last_answer !== null) return device.last_answer as Answer
    if (report.sequence <= device.last_sequence)
      throw new Refusal('REPORT_OUTDATED', { lastSequence: device.last_sequence })
    const now = timeOf(ctx, device)
    const current = await currentWork(db, device.id)
    const judged = await judgeShares(db, { deviceId: device.id, shares: report.shares, now })
    await addTime(db, { device, now, project: current?.project })
    await addWork(db, { device, now, judged, project: current?.project })
    await addEvents(db, { device, now, judged })
    return answer(db, { device, report, judged, now, current })
  })
}

async function addTime(db: Database, of: { device: Device; now: number; project: string | undefined }): Promise<void> {
  if (of.project === undefined) return
  for (const part of provenTime(of.device.last_seen_at?.getTime(), of.now))
    await count(db, { deviceId: of.device.id, project: of.project, hour: part.hour }, { seconds: part.seconds })
}

async function addWork(
  db: Database,
  of: { device: Device; now: number; judged: Judged; project: string | undefined },
): Promise<void> {
  const byProject = new Map<string, { work: bigint; accepted: number }>()
  for (const { project, difficulty } of of.judged.accepted) {
    const sum = byProject.get(project) ?? { work: 0n, accepted: 0 }
    byProject.set(project, { work: sum.work + difficulty, accepted: sum.accepted + 1 })
  }
  const at = { deviceId: of.device.id, hour: hourOf(of.now) }
  for (const [project, sums] of [...byProject].sort()) await count(db, { ...at, project }, sums)
  const refused = of.judged.refused.length
  if (refused > 0 && of.project !== undefined) await count(db, { ...at, project: of.project }, { refused })
}

interface Sums {
  seconds?: number
  work?: bigint
  accepted?: number
  refused?: number
}

async function count(
  db: Database,
  at: { deviceId: string; project: string; hour: number },
  { seconds = 0, work = 0n, accepted = 0, refused = 0 }: Sums,
): Promise<void> {
  await db
    .insertInto('device_hours')
    .values({ device_id: at.deviceId, project: at.project, hour: new Date(at.hour), seconds, work, accepted, refused })
    .onConflict((conflict) =>
      conflict.columns(['device_id', 'hour', 'project']).doUpdateSet({
        seconds: sql`device_hours.seconds + excluded.seconds`,
        work: sql`device_hours.work + excluded.work`,
        accepted: sql`device_hours.accepted + excluded.accepted`,
        refused: sql`device_hours.refused + excluded.refused`,
      }),
    )
    .execute()
  if (seconds === 0 && work === 0n) return
  await db
    .insertInto('device_totals')
    .values({ device_id: at.deviceId, project: at.project, seconds, work })
    .onConflict((conflict) =>
      conflict.columns(['device_id', 'project']).doUpdateSet({
        seconds: sql`device_totals.seconds + excluded.seconds`,
        work: sql`device_totals.work + excluded.work`,
      }),
    )
    .execute()
}

async function addEvents(db: Database, of: { device: Device; now: number; judged: Judged }): Promise<void> {
  const { device, now, judged } = of
  const lastSeen = device.last_seen_at?.getTime()
  if (!isOnline(lastSeen, now)) {
    if (lastSeen !== undefined)
      await addEvent(db, { deviceId: device.id, at: lastSeen + OFFLINE_AFTER_MS, kind: 'offline' })
    await addEvent(db, { deviceId: device.id, at: now, kind: 'online' })
  }
  if (judged.refused.length === 0) return
  const reasons = new Map<string, number>()
  for (const { reason } of judged.refused) reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  const detail = [...reasons].map(([reason, times]) => `${reason} ${times}`).join(', ')
  await addEvent(db, { deviceId: device.id, at: now, kind: 'refused', detail })
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
