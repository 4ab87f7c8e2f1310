import type { Insertable } from 'kysely'
import { md5Digest } from '#lib/api/digest.ts'
import type { DeviceTable } from '#service/compute/devices/tables.ts'
import type { Database } from '#service/platform/db/open.ts'
import { openSession } from '#service/platform/http/sessions.ts'
import { hashToken, newCode, newId, newToken } from '#service/platform/ids.ts'

export interface BenchDevice {
  readonly id: string
  readonly token: string
}

export interface Account {
  readonly id: string
  /** Token of an open session. */
  readonly token: string
  readonly devices: readonly BenchDevice[]
}

const SLICE = 1_000

interface AccountOptions {
  name: string
  devices: number
  /** Expected hashes for a share. */
  difficulty: number
}

/**
 * An account with a session and bound devices, written into the database as registering and binding leave them:
 * through HTTP every device would take a code and every account a letter and 20 ms of password hashing.
 */
export async function addAccount(db: Database, options: AccountOptions): Promise<Account> {
  const id = newId()
  const username = `${options.name}@example.test`
  await db
    .insertInto('users')
    .values({
      id,
      username,
      name: options.name,
      // No password sign-in in this benchmark.
      password_hash: md5Digest(newToken()),
      payment_password_hash: null,
      invite_code: newCode(8),
      inviter_id: null,
      withdrawals_locked_until: null,
      created_at: new Date(),
    })
    .execute()
  const token = await openSession(db, Date.now(), id, { name: 'Bench', hash: 'bench' })
  const devices = Array.from({ length: options.devices }, () => ({ id: newId(), token: newToken() }))
  const rows = devices.map((device, index) => row({ ...device, userId: id, index, difficulty: options.difficulty }))
  // A statement takes at most 65,535 parameters.
  for (let first = 0; first < rows.length; first += SLICE)
    await db
      .insertInto('devices')
      .values(rows.slice(first, first + SLICE))
      .execute()
  return { id, token, devices }
}

const row = (of: BenchDevice & { userId: string; index: number; difficulty: number }): Insertable<DeviceTable> => ({
  id: of.id,
  user_id: of.userId,
  name: `PC ${of.index + 1}`,
  hardware: 'Bench CPU, 8 threads',
  gpu_count: 0,
  miner_version: '1.0.0',
  token_hash: hashToken(of.token),
  state: 'mining',
  difficulty: of.difficulty,
  last_sequence: 0,
  last_answer: null,
  bound_at: new Date(),
  unbound_at: null,
  online_since: null,
  last_seen_at: null,
  last_share_at: null,
})
