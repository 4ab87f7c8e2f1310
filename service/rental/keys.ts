import { createHash, createPublicKey } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { ParsedRequestOf } from '#lib/contract/endpoint.ts'
import type { addGpuKey, SshKey } from '#lib/contract/gpu.ts'
import { MAX_KEYS } from '#lib/rules/gpu.ts'
import { type SshKey as Parsed, parseSshKey } from '#lib/rules/ssh-keys.ts'
import { lockUser } from '#service/identity/users/queries.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Tables } from '#service/platform/db/tables.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { newId } from '#service/platform/ids.ts'

type Row = Selectable<Tables['gpu_keys']>

/** Fingerprint in the format of `ssh-keygen -l`. */
export const fingerprintOf = (bytes: Uint8Array): string =>
  `SHA256:${createHash('sha256').update(bytes).digest('base64').replace(/=+$/, '')}`

export const toKey = ({ id, name, type, fingerprint, added_at }: Row): SshKey => ({
  ...{ id, name, type, fingerprint },
  time: unixSeconds(added_at),
})

/** The OpenSSH line of a key, as hosts get it. */
export const keyLineOf = ({ type, base64 }: Pick<Row, 'type' | 'base64'>): string => `${type} ${base64}`

/** Lines of chosen keys of an account. */
export async function keyLines(db: Database, of: { userId: string; keyIds: readonly string[] }): Promise<string[]> {
  const known = await keysOf(db, of.userId)
  return [...new Set(of.keyIds)].map((id) => {
    const key = known.find((one) => one.id === id)
    if (!key) throw new RefusalError('KEY_UNKNOWN')
    return keyLineOf(key)
  })
}

export const keysOf = (db: Database, userId: string): Promise<Row[]> =>
  db.selectFrom('gpu_keys').selectAll().where('user_id', '=', userId).orderBy('added_at').orderBy('id').execute()

/** Ids of the account's keys that open a rental. */
export async function keyIdsOf(db: Database, of: { userId: string; keys: readonly string[] }): Promise<string[]> {
  const known = await keysOf(db, of.userId)
  return known.filter((key) => of.keys.includes(keyLineOf(key))).map(({ id }) => id)
}

/** Adds a key to an account. Refuses keys that could not be used, with the reason. */
export async function addKey(
  ctx: Context,
  request: ParsedRequestOf<typeof addGpuKey> & { userId: string },
): Promise<SshKey> {
  await ctx.limits.spend('gpuUser', request.userId)
  const parsed = parseSshKey(request.key)
  if (typeof parsed === 'string') throw new RefusalError(parsed)
  if (!isOnCurve(parsed)) throw new RefusalError('KEY_DAMAGED')
  const fingerprint = fingerprintOf(Buffer.from(parsed.base64, 'base64'))
  return ctx.db.transaction().execute(async (db) => {
    await lockUser(db, request.userId)
    const known = await keysOf(db, request.userId)
    const same = known.find((one) => one.fingerprint === fingerprint)
    if (same) throw new RefusalError('KEY_KNOWN', { name: same.name })
    if (known.length >= MAX_KEYS) throw new RefusalError('TOO_MANY_KEYS', { most: MAX_KEYS })
    const { type, base64 } = parsed
    const row = await db
      .insertInto('gpu_keys')
      .values({
        ...{ id: newId(), user_id: request.userId, name: request.name, type, base64, fingerprint },
        added_at: new Date(ctx.clock.now()),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return toKey(row)
  })
}

export async function removeKey(db: Database, of: { userId: string; id: string }): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('gpu_keys')
    .where('user_id', '=', of.userId)
    .where('id', '=', of.id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new RefusalError('KEY_UNKNOWN')
}

const curves: Readonly<Record<string, string>> = {
  'ecdsa-sha2-nistp256': 'P-256',
  'ecdsa-sha2-nistp384': 'P-384',
  'ecdsa-sha2-nistp521': 'P-521',
}

/** Whether the point of an ECDSA key lies on its curve; other key types pass. */
function isOnCurve({ type, base64 }: Parsed): boolean {
  const crv = curves[type]
  if (crv === undefined) return true
  const bytes = Buffer.from(base64, 'base64')
  const length = crv === 'P-256' ? 32 : crv === 'P-384' ? 48 : 66
  const point = bytes.subarray(bytes.length - 2 * length)
  const part = (from: number) => point.subarray(from, from + length).toString('base64url')
  try {
    createPublicKey({ format: 'jwk', key: { kty: 'EC', crv, x: part(0), y: part(length) } })
    return true
  } catch {
    return false
  }
}
