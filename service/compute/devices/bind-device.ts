import type { Selectable } from 'kysely'
import type { agentBind } from '#lib/contract/agent.ts'
import type { ParsedRequestOf, ReplyOf } from '#lib/contract/endpoint.ts'
import { BIND_CODE_MS, MAX_DEVICES } from '#lib/rules/devices.ts'
import { machineHash, noteNetwork } from '#service/identity/users/fingerprints.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { hashToken, newCode, newId, newToken } from '#service/platform/ids.ts'
import { publish } from '#service/platform/live/publish.ts'
import { addEvent } from './events.ts'
import { firstDifficulty } from './rules.ts'
import type { BindCodeTable } from './tables.ts'

/** Creates a code of eight characters that is valid for 60 seconds and replaces the user's previous one. */
export async function newBindCode(ctx: Context, userId: string) {
  const now = ctx.clock.now()
  const expiresAt = new Date(now + BIND_CODE_MS)
  for (;;) {
    const code = newCode(8)
    const fresh = { code, expires_at: expiresAt, device_id: null, request_id: null }
    const taken = await ctx.db.selectFrom('bind_codes').select('user_id').where('code', '=', code).executeTakeFirst()
    if (taken) continue
    await ctx.db
      .insertInto('bind_codes')
      .values({ user_id: userId, ...fresh })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(fresh))
      .execute()
    return { code, expiresAt: unixSeconds(expiresAt), serverTime: unixSeconds(now) }
  }
}

export async function deviceBoundBy(db: Database, userId: string, code: string) {
  return db
    .selectFrom('bind_codes')
    .innerJoin('devices', 'devices.id', 'bind_codes.device_id')
    .select(['devices.id', 'devices.name'])
    .where('bind_codes.user_id', '=', userId)
    .where('bind_codes.code', '=', code)
    .executeTakeFirst()
}

type BindRequest = ParsedRequestOf<typeof agentBind>

/** For this long after its code has expired, a request that has bound may be repeated when its reply was lost. */
const RETRY_MS = 5 * 60_000

/** Binds a device with a valid code. A code binds once; a repeated request gets the same device. */
export async function bindDevice(ctx: Context, request: BindRequest, ip: string): Promise<ReplyOf<typeof agentBind>> {
  await ctx.limits.spend('bindIp', ip)
  const bound = await bindByCode(ctx, request, ip)
  // Only wrong codes count against the limit, because many devices may share an address.
  await ctx.limits.refund('bindIp', ip)
  return bound
}

function bindByCode(ctx: Context, request: BindRequest, ip: string): Promise<ReplyOf<typeof agentBind>> {
  return ctx.db.transaction().execute(async (db) => {
    const now = ctx.clock.now()
    const row = await db
      .selectFrom('bind_codes')
      .selectAll()
      .where('code', '=', request.code)
      .forUpdate()
      .executeTakeFirst()
    if (!row || !canBind(row, request, now)) throw new RefusalError('BIND_CODE_WRONG')
    const token = newToken()
    if (row.device_id !== null) {
      await db
        .updateTable('devices')
        .set({ token_hash: hashToken(token) })
        .where('id', '=', row.device_id)
        .execute()
      return { deviceId: row.device_id, token }
    }
    await refuseTooMany(db, row.user_id)
    const { machine } = request
    const deviceId = await addDevice(db, {
      userId: row.user_id,
      request: { ...request, machine: machine && machineHash(ctx.pepper, machine) },
      token,
      now,
    })
    await noteNetwork(db, { userId: row.user_id, ip, pepper: ctx.pepper, now })
    await ctx.referrals.link(db, row.user_id, now)
    await db
      .updateTable('bind_codes')
      .set({ device_id: deviceId, request_id: request.requestId })
      .where('user_id', '=', row.user_id)
      .execute()
    await publish(db, row.user_id)
    return { deviceId, token }
  })
}

/** Whether a request may bind: the first one while the code is valid, and a repetition of it a little longer. */
function canBind(row: Selectable<BindCodeTable>, request: BindRequest, now: number): boolean {
  const isAgain = row.request_id === request.requestId
  const end = row.expires_at.getTime() + (isAgain ? RETRY_MS : 0)
  return now < end && (row.device_id === null || isAgain)
}

async function refuseTooMany(db: Database, userId: string): Promise<void> {
  const { count } = await db
    .selectFrom('devices')
    .select((expression) => expression.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('unbound_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAX_DEVICES) throw new RefusalError('TOO_MANY_DEVICES', { most: MAX_DEVICES })
}

async function addDevice(
  db: Database,
  of: { userId: string; request: BindRequest; token: string; now: number },
): Promise<string> {
  const id = newId()
  await db
    .insertInto('devices')
    .values({
      id,
      user_id: of.userId,
      name: of.request.name,
      hardware: of.request.hardware,
      machine: of.request.machine ?? null,
      gpu_count: of.request.gpuCount,
      miner_version: of.request.version,
      token_hash: hashToken(of.token),
      state: 'mining',
      difficulty: firstDifficulty,
      last_sequence: 0,
      last_answer: null,
      bound_at: new Date(of.now),
      unbound_at: null,
      online_since: null,
      last_seen_at: null,
      last_share_at: null,
    })
    .execute()
  await addEvent(db, { deviceId: id, at: of.now, kind: 'bound' })
  return id
}
