import type { Insertable } from 'kysely'
import type { ParsedRequestOf } from '#lib/contract/endpoint.ts'
import type { hostPoll } from '#lib/contract/host.ts'
import { type ImageName, imageNames } from '#lib/rules/gpu.ts'
import { cutText } from '#lib/text/characters.ts'
import type { Context } from '#service/platform/context.ts'
import { newCode } from '#service/platform/ids.ts'
import { countLike, LONGEST, modelOf } from './lacking.ts'
import type { RequestRow } from './own-machines.ts'
import type { GpuRow } from './row.ts'
import type { GpuTable } from './tables.ts'

type Report = ParsedRequestOf<typeof hostPoll>

/** Images that a driver can make: without containers there is the system as it is, and CUDA wants a GPU. */
function imagesFor({ driver, facts }: Report): ImageName[] {
  if (driver === 'process') return ['plain']
  return imageNames.filter((name) => facts.gpus.length > 0 || name === 'plain' || name === 'ubuntu')
}

/** What a machine is by its host's report; its owner has told the rest. GPUs that are not as the first are not counted. */
function machineOf(row: RequestRow, report: Report): Omit<Insertable<GpuTable>, 'added_at' | 'token_hash'> {
  const { facts } = report
  const [first] = facts.gpus
  const cpu = cutText(facts.cpu, LONGEST) || 'CPU'
  const gpu = { model: first ? modelOf(first) : cpu, memory_mib: first?.memoryMib ?? 0 }
  return {
    id: `host-${newCode(10).toLowerCase()}`,
    owner_id: row.user_id,
    ...gpu,
    count: countLike(gpu, facts.gpus),
    ...{ cpu, cores: Math.max(1, facts.cores), ram_mib: Math.max(1, facts.ramMib) },
    disk_gib: Math.max(1, facts.diskGib),
    ...{ network_mbps: row.network_mbps, region: row.region, price: row.price, reach: 'internet', address: null },
    images: row.images ?? imagesFor(report),
    ...{ share: row.share ?? 0, longest_hours: row.longest_hours ?? 1, last_seen_at: null },
    ...{ host_key: null, driver: null, version: null, benchmark_at: null, reliability: null, uptime: null },
  }
}

/** Lists an approved machine by the first report of its host; undefined where the token is of none. */
export const listByReport = (ctx: Context, tokenHash: string, report: Report): Promise<GpuRow | undefined> =>
  ctx.db.transaction().execute(async (db) => {
    const row = await db
      .selectFrom('gpu_requests')
      .selectAll()
      .where('token_hash', '=', tokenHash)
      .forUpdate()
      .executeTakeFirst()
    // The report beside this one has listed it.
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
