import type { ParsedRequestOf } from '#lib/contract/endpoint.ts'
import type { rentGpu } from '#lib/contract/gpu.ts'
import { fromUnits, toUnits } from '#lib/money/coins.ts'
import { liveStates } from '#lib/rules/gpu.ts'
import { lockUser } from '#service/identity/users/queries.ts'
import { prepareBalancePayment } from '#service/money/balance/pay-from-balance.ts'
import { runAlone } from '#service/money/ledger/poster.ts'
import type { Prepared } from '#service/money/ledger/work.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Lang } from '#service/platform/http/messages.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { answerOnce, requireSameRequest } from '#service/platform/http/request-ids.ts'
import { newId } from '#service/platform/ids.ts'
import { keyLines } from './keys.ts'
import { assertCanRent } from './limits.ts'
import { hourOperation } from './money.ts'
import { templateColumns } from './rental-template.ts'
import { type GpuRow, isHostThere, isRentableBy, type Row } from './row.ts'
import { addEvent } from './steps.ts'

export type RentalRequest = ParsedRequestOf<typeof rentGpu> & { userId: string; lang: Lang }

/** Rents a machine. Idempotent by `requestId`: a repeated request returns the first rental. */
export const rent = (ctx: Context, request: RentalRequest): Promise<Row> =>
  answerOnce(ctx, request, { existing: () => existingRental(ctx.db, request), act: () => createRental(ctx, request) })

/** The rental of an earlier request with the same id; refuses when its content differs. */
async function existingRental(db: Database, request: RentalRequest): Promise<Row | undefined> {
  const row = await db
    .selectFrom('gpu_rentals')
    .selectAll()
    .where('user_id', '=', request.userId)
    .where('request_id', '=', request.requestId)
    .executeTakeFirst()
  const same = requireSameRequest(row, () => ({ gpu_id: request.id, hours: request.hours, image: request.image }))
  if (same && same.template?.id !== request.templateId) throw new RefusalError('REQUEST_REUSED')
  return same
}

async function createRental(ctx: Context, request: RentalRequest): Promise<Row> {
  await ctx.limits.spend('gpuUser', request.userId)
  return runAlone(ctx.db, { prepare: (db) => prepareRental(ctx, db, request) })
}

async function prepareRental(ctx: Context, db: Database, request: RentalRequest): Promise<Prepared<Row>> {
  const now = ctx.clock.now()
  await lockUser(db, request.userId)
  const first = await existingRental(db, request)
  if (first) return { answer: first, transfers: [], now }
  await assertCanRent(db, { userId: request.userId, gpuId: request.id, now })
  const keys = await keyLines(db, request)
  // Only the holder of this row lock may rent the machine.
  const gpu = await db.selectFrom('gpus').selectAll().where('id', '=', request.id).forUpdate().executeTakeFirst()
  if (gpu && !isRentableBy(gpu, request.userId)) throw new RefusalError('GPU_UNKNOWN')
  await assertFree(db, gpu, now)
  assertWithinOffer(gpu, request)
  const id = newId()
  const { templateId, userId } = request
  const template = templateId && (await templateColumns(ctx, db, { rentalId: id, userId, templateId, gpu }))
  const row = await insertRental(db, { id, request, gpu, keys, now, ...template })
  await addEvent(db, row, { kind: 'rented', at: now })
  const { price: amount } = row
  const operation = hourOperation(id, 1)
  const payment = await prepareBalancePayment(db, {
    userId,
    amount,
    operation,
    kind: 'rental-hour',
    to: 'rentals',
    now,
  })
  return { answer: row, transfers: [payment], now }
}

/** The chosen keys in OpenSSH format. Refuses KEY_UNKNOWN for keys of other users. */
async function assertFree(db: Database, gpu: GpuRow | undefined, now: number): Promise<void> {
  if (!gpu) throw new RefusalError('GPU_UNKNOWN')
  if (gpu.simulated) throw new RefusalError('GPU_SIMULATED')
  if (gpu.paused) throw new RefusalError('GPU_PAUSED')
  const rented = await db
    .selectFrom('gpu_rentals')
    .select('id')
    .where('gpu_id', '=', gpu.id)
    .where('state', 'in', [...liveStates])
    .executeTakeFirst()
  if (rented) throw new RefusalError('GPU_TAKEN')
  if (!isHostThere(gpu, now)) throw new RefusalError('GPU_OFFLINE')
  if (gpu.lacking) throw new RefusalError('GPU_LACKING')
  if (gpu.trouble) throw new RefusalError('GPU_UNREADY')
}

function assertWithinOffer(gpu: GpuRow | undefined, request: RentalRequest): asserts gpu is GpuRow {
  if (!gpu) throw new RefusalError('GPU_UNKNOWN')
  if (request.templateId === undefined && !gpu.images.includes(request.image))
    throw new RefusalError('GPU_IMAGE_UNKNOWN')
  if ((request.hours ?? 0) > gpu.longest_hours) throw new RefusalError('GPU_TOO_LONG', { most: gpu.longest_hours })
  if (request.price !== undefined && !isPrice(request.price, gpu.price))
    throw new RefusalError('GPU_PRICE_CHANGED', { price: fromUnits(gpu.price, 'USDT') })
}

function isPrice(shown: string, price: bigint): boolean {
  try {
    return toUnits(shown, 'USDT') === price
  } catch {
    return false
  }
}

async function insertRental(
  db: Database,
  of: {
    id: string
    request: RentalRequest
    gpu: GpuRow
    keys: string[]
    now: number
    template?: string
    sealed?: string
  },
): Promise<Row> {
  const { id, request, gpu, keys, now, template, sealed } = of
  const row = await db
    .insertInto('gpu_rentals')
    .values({
      ...{
        id,
        user_id: request.userId,
        request_id: request.requestId,
        gpu_id: gpu.id,
        price: gpu.price,
        share: gpu.share,
      },
      ...{ hours: request.hours, longest_hours: gpu.longest_hours, image: request.image, keys: JSON.stringify(keys) },
      ...{ lang: request.lang, state: 'starting', reason: null, rented_at: new Date(now), running_at: null },
      ...(template !== undefined && { template, sealed }),
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
