import { type Selectable, sql } from 'kysely'
import type { ParsedRequestOf } from '#lib/contract/endpoint.ts'
import type { OwnMachine, offerMachine } from '#lib/contract/gpu-machines.ts'
import { fromUnits, toUnits } from '#lib/money/coins.ts'
import { MAX_OFFERED, type OfferState } from '#lib/rules/gpu.ts'
import { USUAL_IMAGE_GIB } from '#lib/rules/gpu-templates.ts'
import { lockUser } from '#service/identity/users/queries.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Lang } from '#service/platform/http/messages.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { hashToken, newId, newToken } from '#service/platform/ids.ts'
import { troubleOf } from './host-trouble.ts'
import { missingGpusOf } from './missing-gpus.ts'
import { type GpuRow, isExposed, stateSql } from './row.ts'
import type { GpuRequestTable } from './tables.ts'

/** Machines that users offer, for their owners. */

export type RequestRow = Selectable<GpuRequestTable>

interface Reader {
  userId: string
  lang: Lang
}

export async function ownMachinesOf(
  db: Database,
  of: Reader & { now: number; id?: string | undefined },
): Promise<OwnMachine[]> {
  const { id } = of
  const rows = await db
    .selectFrom('gpu_requests')
    .leftJoin('gpus', 'gpus.id', 'gpu_requests.gpu_id')
    .selectAll('gpu_requests')
    .select(['model', 'memory_mib', 'count', 'facts', 'driver', 'trouble', 'templates', 'max_image_gib'])
    .select(['gpus.price as listed_price', 'gpus.token_hash as listed_token'])
    .select(sql<OfferState>`${stateSql(of.now)}`.as('offer_state'))
    .where('user_id', '=', of.userId)
    .$if(id !== undefined, (query) => query.where('gpu_requests.id', '=', id ?? ''))
    .orderBy('asked_at', 'desc')
    .orderBy('gpu_requests.id')
    .limit(100)
    .execute()
  return rows.map((row) => ({
    ...{ id: row.id, name: row.name, region: row.region, about: row.about, state: row.state, share: row.share },
    networkMbps: row.network_mbps,
    price: fromUnits(row.listed_price ?? row.price, 'USDT'),
    askedAt: unixSeconds(row.asked_at),
    decidedAt: row.decided_at ? unixSeconds(row.decided_at) : null,
    reason: (of.lang === 'zh' && row.reason_zh) || row.reason,
    tokenAt: row.token_at && (row.token_hash ?? row.listed_token) ? unixSeconds(row.token_at) : null,
    machine: listedOf(row),
  }))
}

type Joined = Pick<RequestRow, 'gpu_id'> & { [Name in keyof Described]: Described[Name] | null } & {
  offer_state: OfferState
}
type Described = Pick<
  GpuRow,
  'model' | 'memory_mib' | 'count' | 'facts' | 'driver' | 'trouble' | 'templates' | 'max_image_gib'
>

/** The listed machine; null before the first report of its host. */
function listedOf({ gpu_id: id, offer_state: state, ...row }: Joined): OwnMachine['machine'] {
  const { model, memory_mib, count, facts, driver, trouble } = row
  if (id === null || model === null || memory_mib === null || count === null) return null
  return {
    id,
    model,
    state,
    lacking: missingGpusOf({ model, memory_mib, count, facts, state }),
    trouble: troubleOf({ trouble, state }),
    isExposed: isExposed(driver),
    templates: row.templates ?? 'none',
    maxImageGib: row.max_image_gib ?? USUAL_IMAGE_GIB,
  }
}

async function toOwnMachine(ctx: Context, db: Database, own: Own): Promise<OwnMachine> {
  const [one] = await ownMachinesOf(db, { ...own, now: ctx.clock.now() })
  if (!one) throw new RefusalError('MACHINE_UNKNOWN')
  return one
}

/** Requests the listing of a machine. */
export async function offer(ctx: Context, request: ParsedRequestOf<typeof offerMachine> & Reader): Promise<OwnMachine> {
  await ctx.limits.spend('gpuUser', request.userId)
  return ctx.db.transaction().execute(async (db) => {
    const { userId, lang, name, region, about } = request
    await lockUser(db, userId)
    const { count } = await db
      .selectFrom('gpu_requests')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('user_id', '=', userId)
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow()
    if (Number(count) >= MAX_OFFERED) throw new RefusalError('TOO_MANY_OFFERED', { most: MAX_OFFERED })
    const id = newId()
    const nothingYet = { decided_at: null, share: null, longest_hours: null, images: null }
    await db
      .insertInto('gpu_requests')
      .values({
        ...{ id, user_id: userId, name, region, about, state: 'waiting', ...nothingYet },
        ...{ network_mbps: request.networkMbps, price: toUnits(request.price, 'USDT') },
        ...{ asked_at: new Date(ctx.clock.now()), token_hash: null, token_at: null, gpu_id: null },
      })
      .execute()
    return toOwnMachine(ctx, db, { userId, lang, id })
  })
}

type Own = Reader & { id: string }

/** Runs `work` with the locked request of a user. Refuses MACHINE_UNKNOWN alike for a missing one and for one of another user. */
async function onOwn<T>(ctx: Context, own: Own, work: (db: Database, row: RequestRow) => Promise<T>): Promise<T> {
  await ctx.limits.spend('gpuUser', own.userId)
  return ctx.db.transaction().execute(async (db) => {
    const row = await db
      .selectFrom('gpu_requests')
      .selectAll()
      .where('id', '=', own.id)
      .where('user_id', '=', own.userId)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw new RefusalError('MACHINE_UNKNOWN')
    return work(db, row)
  })
}

/** Replaces the token of a machine; reports and lines with the old one are refused from then on. */
export const renewToken = (ctx: Context, own: Own): Promise<{ token: string; own: OwnMachine }> =>
  onOwn(ctx, own, async (db, row) => {
    if (row.state !== 'approved' && row.state !== 'stopped') throw new RefusalError('MACHINE_NOT_APPROVED')
    const token = newToken()
    const hash = hashToken(token)
    await db
      .updateTable('gpu_requests')
      .set({ token_hash: row.gpu_id === null ? hash : null, token_at: new Date(ctx.clock.now()) })
      .where('id', '=', row.id)
      .execute()
    if (row.gpu_id !== null)
      await db.updateTable('gpus').set({ token_hash: hash }).where('id', '=', row.gpu_id).execute()
    return { token, own: await toOwnMachine(ctx, db, own) }
  })

/** Withdraws a request, or removes the machine from the list; a live rental continues. Idempotent. */
export const stop = (ctx: Context, own: Own): Promise<OwnMachine> =>
  onOwn(ctx, own, async (db, row) => {
    if (row.state === 'waiting' || row.state === 'approved') {
      const state = row.gpu_id === null ? 'withdrawn' : 'stopped'
      await db.updateTable('gpu_requests').set({ state, token_hash: null }).where('id', '=', row.id).execute()
      if (row.gpu_id !== null) await setPaused(db, row.gpu_id, true)
    }
    return toOwnMachine(ctx, db, own)
  })

export const resume = (ctx: Context, own: Own): Promise<OwnMachine> =>
  onOwn(ctx, own, async (db, row) => {
    if (row.state === 'stopped' && row.gpu_id !== null) {
      await db.updateTable('gpu_requests').set({ state: 'approved' }).where('id', '=', row.id).execute()
      await setPaused(db, row.gpu_id, false)
    } else if (row.state !== 'approved') throw new RefusalError('MACHINE_NOT_APPROVED')
    return toOwnMachine(ctx, db, own)
  })

/** Sets the templates that renters may use from now on. */
export const setTemplates = (ctx: Context, own: Own & Pick<Described, 'templates'> & { maxImageGib: number }) =>
  onOwn(ctx, own, async (db, row) => {
    if (row.gpu_id === null) throw new RefusalError('MACHINE_NOT_APPROVED')
    const { templates, maxImageGib: max_image_gib } = own
    await db.updateTable('gpus').set({ templates, max_image_gib }).where('id', '=', row.gpu_id).execute()
    return toOwnMachine(ctx, db, own)
  })

const setPaused = (db: Database, id: string, paused: boolean) =>
  db.updateTable('gpus').set({ paused }).where('id', '=', id).execute()
