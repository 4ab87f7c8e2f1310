import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { ParsedRequestOf, ReplyOf } from '#lib/contract/endpoint.ts'
import type { hostPoll } from '#lib/contract/host.ts'
import { liveStates, POLL_SECONDS, POLL_SOON_SECONDS } from '#lib/rules/gpu.ts'
import { provenTime } from '#lib/rules/online-time.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { LoginExpiredError } from '#service/platform/http/refusal.ts'
import { liveGateways } from './gateways.ts'
import { notifyOfTrouble } from './host-trouble.ts'
import { listByReport } from './list-machine.ts'
import { hasMissingGpus } from './missing-gpus.ts'
import { pauseRental, resumeRental } from './pause-rental.ts'
import { orderedTemplate } from './rental-template.ts'
import { type GpuRow, isRentableBy, type Row } from './row.ts'
import { beginRun, endRental, failRental, onRental } from './steps.ts'
import { terminalKeys } from './terminal-tickets.ts'

type Report = ParsedRequestOf<typeof hostPoll>
type Answer = ReplyOf<typeof hostPoll>

/** An idle host repeats its benchmark after this time. */
const BENCHMARK_MS = 7 * 86_400_000

/** Handles the poll of a host: records its report and returns the rentals that it has to run. */
export async function handlePoll(ctx: Context, tokenHash: string, report: Report): Promise<Answer> {
  const gpu = await recordReport(ctx, tokenHash, report)
  const rental = await liveRental(ctx.db, gpu.id)
  if (rental) await followRental(ctx, { gpu, rental, report })
  const now = await liveRental(ctx.db, gpu.id)
  const held = report.rentals.length > 0
  const isSettled = now
    ? report.rentals.some(({ id, state }) => id === now.id && state === 'running')
    : !held && !report.trouble
  return {
    machineId: gpu.id,
    pollSeconds: isSettled ? POLL_SECONDS : POLL_SOON_SECONDS,
    rentals: now && now.state !== 'stopping' ? [await toRentalOrder(ctx, now, gpu)] : [],
    gateways: gpu.address === null ? await liveGateways(ctx) : [],
    wantsBenchmark: !now && !held && isBenchmarkOld(gpu, ctx.clock.now()),
  }
}

const isBenchmarkOld = ({ benchmark_at }: GpuRow, now: number): boolean =>
  benchmark_at === null || now - benchmark_at.getTime() > BENCHMARK_MS

async function toRentalOrder(ctx: Context, row: Row, gpu: GpuRow): Promise<Answer['rentals'][number]> {
  const { id, image, restarts, rented_at, user_id } = row
  const keys = [...row.keys, ...(await terminalKeys(ctx.db, id, ctx.clock.now()))]
  const template = orderedTemplate(ctx, row, gpu)
  return {
    ...{ id, image, keys, restarts, isOwners: user_id === gpu.owner_id, reach: gpu.reach },
    createdAt: unixSeconds(rented_at),
    ...(template && { template }),
  }
}

const liveRental = (db: Database, gpuId: string): Promise<Row | undefined> =>
  db
    .selectFrom('gpu_rentals')
    .selectAll()
    .where('gpu_id', '=', gpuId)
    .where('state', 'in', [...liveStates])
    .executeTakeFirst()

/** Records the report of the machine that the token belongs to. Throws LoginExpired for an unknown token. */
async function recordReport(ctx: Context, tokenHash: string, report: Report): Promise<GpuRow> {
  const now = ctx.clock.now()
  const known = await ctx.db.selectFrom('gpus').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()
  const before = known ?? (await listByReport(ctx, tokenHash, report))
  if (!before) throw new LoginExpiredError()
  const benchmark = report.benchmark && isSigned(report.benchmark, tokenHash) ? report.benchmark : undefined
  const after = await ctx.db
    .updateTable('gpus')
    .set({
      last_seen_at: sql<Date>`greatest(last_seen_at, ${new Date(now)}::timestamptz)`,
      host_key: report.hostKey,
      driver: report.driver,
      version: report.version,
      facts: JSON.stringify(report.facts),
      lacking: hasMissingGpus(before, report.facts),
      trouble: report.trouble && JSON.stringify(report.trouble),
      ...(report.trouble === null && { trouble_notified: false }),
      load: JSON.stringify(report.load),
      abilities: JSON.stringify(report.abilities),
      ...(benchmark && { benchmark: JSON.stringify(measured(benchmark)), benchmark_at: new Date(now) }),
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await notifyOfTrouble(ctx, after)
  await recordOnlineTime(ctx.db, { gpu: before, report, now })
  return after
}

const measured = ({ sha256, memory, disk }: { sha256: number; memory: number; disk: number }) => ({
  ...{ sha256, memory, disk },
})

/** Whether a benchmark is signed with the hash of the host's token. */
export function isSigned(of: { sha256: number; memory: number; disk: number; signature: string }, tokenHash: string) {
  const right = createHmac('sha256', tokenHash).update(`${of.sha256}/${of.memory}/${of.disk}`).digest()
  return timingSafeEqual(right, Buffer.from(of.signature, 'hex'))
}

/** Records the online time that a report proves, and one sample of the load a minute. */
async function recordOnlineTime(db: Database, of: { gpu: GpuRow; report: Report; now: number }): Promise<void> {
  const { gpu, report, now } = of
  for (const { hour, seconds } of provenTime(gpu.last_seen_at?.getTime(), now))
    await sql`
      insert into gpu_hours (gpu_id, hour, seconds) values (${gpu.id}, ${new Date(hour)}, ${seconds})
      on conflict (gpu_id, hour) do update set seconds = least(3600, gpu_hours.seconds + excluded.seconds)`.execute(db)
  const { cpu, memory, gpu: ofGpu } = report.load
  await sql`
    insert into gpu_loads (gpu_id, minute, cpu, memory, gpu)
    values (${gpu.id}, date_trunc('minute', ${new Date(now)}::timestamptz), ${cpu}, ${memory}, ${ofGpu})
    on conflict (gpu_id, minute) do update set cpu = excluded.cpu, memory = excluded.memory, gpu = excluded.gpu`.execute(
    db,
  )
}

/** Records how much of an image has arrived; more than before is progress. */
async function recordPull(ctx: Context, { id, pull: before }: Row, pull: NonNullable<Row['pull']>): Promise<void> {
  const { doneMib, totalMib } = pull
  if (before && before.totalMib === totalMib && doneMib <= before.doneMib) return
  const isMore = !before || doneMib > before.doneMib
  await ctx.db
    .updateTable('gpu_rentals')
    .set({ pull: JSON.stringify({ doneMib, totalMib }), ...(isMore && { pulled_at: new Date(ctx.clock.now()) }) })
    .where('id', '=', id)
    .where('state', '=', 'starting')
    .execute()
}

/** Advances the live rental of a machine by what its host reports. */
async function followRental(ctx: Context, of: { gpu: GpuRow; rental: Row; report: Report }): Promise<void> {
  const { gpu, rental, report } = of
  const held = report.rentals.find(({ id }) => id === rental.id)
  // GPUs are missing, and the renter has not been on the machine yet.
  const isLost = rental.state === 'starting' && gpu.lacking
  // The host was restarted without containers, so that only its owner may use the machine.
  const isExposed = !isRentableBy(gpu, rental.user_id)
  if (rental.state === 'starting' && !isLost && !isExposed && held?.state === 'running') return beginRun(ctx, rental.id)
  if (rental.state === 'running' && !isExposed) {
    if (held?.state === 'unavailable') return pauseRental(ctx, rental, 'unreachable')
    if (held?.state === 'running') return gpu.lacking ? pauseRental(ctx, rental, 'gpus') : resumeRental(ctx, rental)
  }
  if (rental.state === 'starting' && held?.pull) await recordPull(ctx, rental, held.pull)
  const now = ctx.clock.now()
  if (rental.state === 'stopping' && !held)
    return onRental(ctx, rental, async (db, row) => void (row.state === 'stopping' && (await endRental(db, row, now))))
  if (isLost || isExposed || held?.state === 'failed')
    await onRental(ctx, rental, async (db, row) => {
      if (row.state !== 'starting' && (row.state !== 'running' || isLost)) return
      // Only a template names an image of the renter's choice.
      const isOfImage = row.state === 'starting' && row.template !== null && !isLost && !isExposed
      const reason = (isOfImage && held?.problem) || 'hostFailed'
      await failRental(ctx, db, { row, reason, lastSeen: now })
    })
}
