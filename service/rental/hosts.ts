import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { ParsedRequestOf, ReplyOf } from '#lib/contract/endpoint.ts'
import type { hostPoll } from '#lib/contract/host.ts'
import { liveStates, POLL_SECONDS, POLL_SOON_SECONDS } from '#lib/rules/gpu.ts'
import { provenTime } from '#lib/rules/online-time.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { LoginExpired } from '#service/platform/http/refusal.ts'
import { liveGateways } from './gateways.ts'
import { isLacking } from './lacking.ts'
import { listByReport } from './listing.ts'
import { type GpuRow, isRentableBy, type Row } from './row.ts'
import { beginRun, end, fail, onRental } from './steps.ts'

type Report = ParsedRequestOf<typeof hostPoll>
type Answer = ReplyOf<typeof hostPoll>

/** How old a benchmark may be before a host that is idle measures anew. */
const BENCHMARK_MS = 7 * 86_400_000

/** Takes what a host says of itself and of what it holds, and tells it what to hold. */
export async function takePoll(ctx: Context, tokenHash: string, report: Report): Promise<Answer> {
  const gpu = await hear(ctx, tokenHash, report)
  const rental = await liveRental(ctx.db, gpu.id)
  if (rental) await follow(ctx, { gpu, rental, report })
  const now = await liveRental(ctx.db, gpu.id)
  const held = report.rentals.length > 0
  const isSettled = now ? report.rentals.some(({ id, state }) => id === now.id && state === 'running') : !held
  return {
    machineId: gpu.id,
    pollSeconds: isSettled ? POLL_SECONDS : POLL_SOON_SECONDS,
    rentals: now && now.state !== 'stopping' ? [orderOf(now, gpu)] : [],
    gateways: gpu.address === null ? await liveGateways(ctx) : [],
    wantsBenchmark: !now && !held && isOld(gpu, ctx.clock.now()),
  }
}

const isOld = ({ benchmark_at }: GpuRow, now: number): boolean =>
  benchmark_at === null || now - benchmark_at.getTime() > BENCHMARK_MS

const orderOf = ({ id, image, keys, restarts, rented_at, user_id }: Row, { owner_id }: GpuRow) => ({
  ...{ id, image, keys, restarts, isOwners: user_id === owner_id },
  createdAt: unixSeconds(rented_at),
})

const liveRental = (db: Database, gpuId: string): Promise<Row | undefined> =>
  db
    .selectFrom('gpu_rentals')
    .selectAll()
    .where('gpu_id', '=', gpuId)
    .where('state', 'in', [...liveStates])
    .executeTakeFirst()

/** Notes that the machine is there, with what it says of itself; the token names it. */
async function hear(ctx: Context, tokenHash: string, report: Report): Promise<GpuRow> {
  const now = ctx.clock.now()
  const known = await ctx.db.selectFrom('gpus').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()
  const before = known ?? (await listByReport(ctx, tokenHash, report))
  if (!before) throw new LoginExpired()
  const benchmark = report.benchmark && isSigned(report.benchmark, tokenHash) ? report.benchmark : undefined
  const after = await ctx.db
    .updateTable('gpus')
    .set({
      last_seen_at: sql<Date>`greatest(last_seen_at, ${new Date(now)}::timestamptz)`,
      host_key: report.hostKey,
      driver: report.driver,
      version: report.version,
      facts: JSON.stringify(report.facts),
      lacking: isLacking(before, report.facts),
      load: JSON.stringify(report.load),
      ...(benchmark && { benchmark: JSON.stringify(measured(benchmark)), benchmark_at: new Date(now) }),
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await count(ctx.db, { gpu: before, report, now })
  return after
}

const measured = ({ sha256, memory, disk }: { sha256: number; memory: number; disk: number }) => ({
  ...{ sha256, memory, disk },
})

/** What is signed by the token's hash comes from whoever holds the token. */
export function isSigned(of: { sha256: number; memory: number; disk: number; signature: string }, tokenHash: string) {
  const right = createHmac('sha256', tokenHash).update(`${of.sha256}/${of.memory}/${of.disk}`).digest()
  return timingSafeEqual(right, Buffer.from(of.signature, 'hex'))
}

/** The time that a report proves, and a sample of the load for each minute. */
async function count(db: Database, of: { gpu: GpuRow; report: Report; now: number }): Promise<void> {
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

/** What the host says of the rental that its machine is held by. */
async function follow(ctx: Context, of: { gpu: GpuRow; rental: Row; report: Report }): Promise<void> {
  const { gpu, rental, report } = of
  const held = report.rentals.find(({ id }) => id === rental.id)
  // What was rented is not there, and nobody has been on it yet.
  const isLost = rental.state === 'starting' && gpu.lacking
  // Its host was started anew without containers: nobody but its owner is to be on it.
  const isExposed = !isRentableBy(gpu, rental.user_id)
  if (rental.state === 'starting' && !isLost && !isExposed && held?.state === 'running') return beginRun(ctx, rental.id)
  const now = ctx.clock.now()
  if (rental.state === 'stopping' && !held)
    return onRental(ctx, rental, async (db, row) => void (row.state === 'stopping' && (await end(db, row, now))))
  if (isLost || isExposed || held?.state === 'failed')
    await onRental(ctx, rental, async (db, row) => {
      if (row.state === 'starting' || (row.state === 'running' && !isLost))
        await fail(ctx, db, { row, reason: 'hostFailed', lastSeen: now })
    })
}
