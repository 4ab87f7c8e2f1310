import type { ParsedRequestOf } from '#lib/contract/endpoint.ts'
import type { rentGpu } from '#lib/contract/gpu.ts'
import { fromUnits, toUnits } from '#lib/money/coins.ts'
import { liveStates } from '#lib/rules/gpu.ts'
import { lockUser } from '#service/identity/users/queries.ts'
import { payFromBalance } from '#service/money/balance/spending.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Lang } from '#service/platform/http/messages.ts'
import { Refusal } from '#service/platform/http/refusal.ts'
import { answerOnce, sameRequest } from '#service/platform/http/request-ids.ts'
import { newId } from '#service/platform/ids.ts'
import { keysOf } from './keys.ts'
import { mayRent } from './limits.ts'
import { hourOperation } from './money.ts'
import { type GpuRow, isHostThere, isRentableBy, type Row } from './row.ts'
import { addEvent } from './steps.ts'

export type Asked = ParsedRequestOf<typeof rentGpu> & { userId: string; lang: Lang }

/** Rents a machine, once for each `requestId` of a user, however often and wherever it arrives. */
export const rent = (ctx: Context, asked: Asked): Promise<Row> =>
  answerOnce(ctx, asked, { standing: () => standing(ctx.db, asked), act: () => take(ctx, asked) })

/** The rental that stands under a request already; it has to be the one that is asked for. */
async function standing(db: Database, asked: Asked): Promise<Row | undefined> {
  const row = await db
    .selectFrom('gpu_rentals')
    .selectAll()
    .where('user_id', '=', asked.userId)
    .where('request_id', '=', asked.requestId)
    .executeTakeFirst()
  return sameRequest(row, () => ({ gpu_id: asked.id, hours: asked.hours, image: asked.image }))
}

async function take(ctx: Context, asked: Asked): Promise<Row> {
  await ctx.limits.spend('gpuUser', asked.userId)
  return ctx.db.transaction().execute(async (db) => {
    const now = ctx.clock.now()
    await lockUser(db, asked.userId)
    const first = await standing(db, asked)
    if (first) return first
    await mayRent(db, { userId: asked.userId, gpuId: asked.id, now })
    const keys = await linesOf(db, asked)
    // Whoever holds this row is the only one who rents this machine.
    const gpu = await db.selectFrom('gpus').selectAll().where('id', '=', asked.id).forUpdate().executeTakeFirst()
    if (gpu && !isRentableBy(gpu, asked.userId)) throw new Refusal('GPU_UNKNOWN')
    await mustBeFree(db, gpu, now)
    mustFit(gpu, asked)
    const row = await write(db, { asked, gpu, keys, now })
    await addEvent(db, row, { kind: 'rented', at: now })
    const { id, user_id: userId, price: amount } = row
    const operation = hourOperation(id, 1)
    await payFromBalance(db, { userId, amount, operation, kind: 'rental-hour', to: 'rentals', now })
    return row
  })
}

/** The chosen keys as lines of OpenSSH. Each has to be the user's own. */
async function linesOf(db: Database, { userId, keyIds }: Asked): Promise<string[]> {
  const known = await keysOf(db, userId)
  return [...new Set(keyIds)].map((id) => {
    const key = known.find((one) => one.id === id)
    if (!key) throw new Refusal('KEY_UNKNOWN')
    return `${key.type} ${key.base64}`
  })
}

async function mustBeFree(db: Database, gpu: GpuRow | undefined, now: number): Promise<void> {
  if (!gpu) throw new Refusal('GPU_UNKNOWN')
  if (gpu.simulated) throw new Refusal('GPU_SIMULATED')
  if (gpu.paused) throw new Refusal('GPU_PAUSED')
  const rented = await db
    .selectFrom('gpu_rentals')
    .select('id')
    .where('gpu_id', '=', gpu.id)
    .where('state', 'in', [...liveStates])
    .executeTakeFirst()
  if (rented) throw new Refusal('GPU_TAKEN')
  if (!isHostThere(gpu, now)) throw new Refusal('GPU_OFFLINE')
  if (gpu.lacking) throw new Refusal('GPU_LACKING')
}

function mustFit(gpu: GpuRow | undefined, asked: Asked): asserts gpu is GpuRow {
  if (!gpu) throw new Refusal('GPU_UNKNOWN')
  if (!gpu.images.includes(asked.image)) throw new Refusal('GPU_IMAGE_UNKNOWN')
  if ((asked.hours ?? 0) > gpu.longest_hours) throw new Refusal('GPU_TOO_LONG', { most: gpu.longest_hours })
  if (asked.price !== undefined && !isPrice(asked.price, gpu.price))
    throw new Refusal('GPU_PRICE_CHANGED', { price: fromUnits(gpu.price, 'USDT') })
}

function isPrice(shown: string, price: bigint): boolean {
  try {
    return toUnits(shown, 'USDT') === price
  } catch {
    return false
  }
}

async function write(db: Database, of: { asked: Asked; gpu: GpuRow; keys: string[]; now: number }): Promise<Row> {
  const { asked, gpu, keys, now } = of
  const id = newId()
  const row = await db
    .insertInto('gpu_rentals')
    .values({
      ...{ id, user_id: asked.userId, request_id: asked.requestId, gpu_id: gpu.id, price: gpu.price, share: gpu.share },
      ...{ hours: asked.hours, longest_hours: gpu.longest_hours, image: asked.image, keys: JSON.stringify(keys) },
      ...{ lang: asked.lang, state: 'starting', reason: null, rented_at: new Date(now), running_at: null },
      ...{ stopped_at: null, ended_at: null, hours_charged: 1, paid_until: null, paid: gpu.price },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await db
    .insertInto('gpu_rental_hours')
    .values({
      rental_id: id,
      hour: 1,
      begins_at: new Date(now),
      amount: gpu.price,
      returned_at: null,
      settled_day: null,
    })
    .execute()
  return row
}
