import { createHash } from 'node:crypto'
import { createUser } from '#service/identity/users/create-user.ts'
import { releaseDue } from '#service/money/earnings/release.ts'
import { settle } from '#service/money/earnings/settle.ts'
import { newId } from '#service/platform/ids.ts'
import { rewardInvitations } from '#service/rewards/invitations/reward-invitations.ts'
import type { World } from './world.ts'

let count = 0

/** The fingerprint that a miner would send for the machine with this name. */
export const machineOf = (name: string): string => createHash('sha256').update(name).digest('hex')

export interface NewInvitee {
  email?: string
  /** The machine of the device; default a new one, none with null. */
  machine?: string | null
  agent?: string
  /** Without a device. */
  bare?: boolean
}

export interface Invitee {
  id: string
  email: string
  deviceId: string
}

/** An invited account with a device, created without mail and code: for tests that need many. */
export async function addInvitee(world: World, inviterId: string | null, options: NewInvitee = {}): Promise<Invitee> {
  count += 1
  const { db, referrals } = world.running.ctx
  const email = options.email ?? `friend${count}@example.test`
  const person = { username: email, name: email.split('@')[0] ?? '', passwordHash: 'none', inviterId }
  const agent = options.agent && { agent: options.agent }
  const user = await createUser(db, { ...person, now: world.clock.now(), ...agent }, referrals)
  const deviceId = newId()
  if (options.bare) return { id: user.id, email, deviceId: '' }
  await world.query(
    `insert into devices (id, user_id, name, hardware, gpu_count, miner_version, token_hash, state, difficulty, last_sequence, bound_at, machine)
     values ($1, $2, 'PC', 'CPU', 0, '1.0.0', $1, 'mining', 4096, 0, $3, $4)`,
    [
      deviceId,
      user.id,
      new Date(world.clock.now()),
      options.machine === undefined ? `machine ${count}` : options.machine,
    ],
  )
  await world.query('update invitations set linked_at = $2 where invitee_id = $1', [
    user.id,
    new Date(world.clock.now()),
  ])
  return { id: user.id, email, deviceId }
}

/** A day on which a device was online for some hours and proved work; default 100 points of it an hour. */
export async function workedDay(
  world: World,
  deviceId: string,
  { day, hours, work = 10n ** 12n }: { day: string; hours: number; work?: bigint },
): Promise<void> {
  await world.query(
    `insert into device_hours (device_id, hour, project, seconds, work, accepted, refused)
     select $1, $2::timestamptz + make_interval(hours => n), 'aleo', 3600, $3, 1, 0 from generate_series(0, $4 - 1) as n`,
    [deviceId, `${day}T00:00:00Z`, String(work), hours],
  )
}

/** Runs the jobs of a morning: the settlement of the days before, and the inviters' rewards. */
export async function runMorningJobs(world: World, day: string): Promise<void> {
  world.clock.set(`${day}T05:00:00Z`)
  await releaseDue(world.running.ctx.db, { now: world.clock.now() })
  await settle(world.running.ctx)
  await rewardInvitations(world.running.ctx)
}
