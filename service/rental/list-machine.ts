import type { Insertable } from 'kysely'
import type { ParsedRequestOf } from '#lib/contract/endpoint.ts'
import type { hostPoll } from '#lib/contract/host.ts'
import { type ImageName, imageNames } from '#lib/rules/gpu.ts'
import { cutText } from '#lib/text/characters.ts'
import type { Context } from '#service/platform/context.ts'
import { newCode } from '#service/platform/ids.ts'
import { countMatching, MAX_MODEL_LENGTH, modelOf } from './missing-gpus.ts'
import type { RequestRow } from './own-machines.ts'
import type { GpuRow } from './row.ts'
import type { GpuTable } from './tables.ts'

type Report = ParsedRequestOf<typeof hostPoll>

/** Images that a driver supports: without containers only the plain system, and CUDA needs a GPU. */
function imagesFor({ driver, facts }: Report): ImageName[] {
  if (driver === 'process') return ['plain']
  return imageNames.filter((name) => facts.gpus.length > 0 || name === 'plain' || name === 'ubuntu')
}

/** Row of a machine from its host's report and its owner's request. GPUs that differ from the first one are not counted. */
function machineOf(row: RequestRow, report: Report): Omit<Insertable<GpuTable>, 'added_at' | 'token_hash'> {
  const { facts } = report
  const [first] = facts.gpus
  const cpu = cutText(facts.cpu, MAX_MODEL_LENGTH) || 'CPU'
  const gpu = { model: first ? modelOf(first) : cpu, memory_mib: first?.memoryMib ?? 0 }
  return {
    id: `host-${newCode(10).toLowerCase()}`,
    owner_id: row.user_id,
    ...gpu,
    count: countMatching(gpu, facts.gpus),
    ...{ cpu, cores: Math.max(1, facts.cores), ram_mib: Math.max(1, facts.ramMib) },
    disk_gib: Math.max(1, facts.diskGib),
    ...{ network_mbps: row.network_mbps, region: row.region, price: row.price, reach: 'internet', address: null },
    images: row.images ?? imagesFor(report),
    ...{ share: row.share ?? 0, longest_hours: row.longest_hours ?? 1, last_seen_at: null },
    ...{ host_key: null, driver: null, version: null, benchmark_at: null, reliability: null, uptime: null },
  }
}

/** Lists an approved machine at the first report of its host; undefined when no machine has the token. */
export const listByReport = (ctx: Context, tokenHash: string, report: Report): Promise<GpuRow | undefined> =>
  ctx.db.transaction().execute(async (db) => {
    const row = await db
      .selectFrom('gpu_requests')
      .selectAll()
      .where('token_hash', '=', tokenHash)
      .forUpdate()
      .executeTakeFirst()
    // A concurrent report has listed it.
    if (!row) return db.selectFrom('gpus').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()
    const at = new Date(ctx.clock.now())
    const gpu = await db
      .insertInto('gpus')
      .values({ ...machineOf(row, report), added_at: at, token_hash: tokenHash })
      .returningAll()
      .executeTakeFirstOrThrow()
    await db.insertInto('gpu_prices').values({ gpu_id: gpu.id, since: at, price: gpu.price }).execute()
    await db.updateTable('gpu_requests').set({ gpu_id: gpu.id, token_hash: null }).where('id', '=', row.id).execute()
    return gpu
  })
