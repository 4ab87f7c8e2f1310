import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { bindDevice, newBindCode } from '#service/compute/devices/bind-device.ts'
import { addPastDays } from '#service/compute/devices/past-reports.ts'
import { dayOf } from '#service/compute/devices/rules.ts'
import { acceptVersion } from '#service/identity/users/agreements.ts'
import { createUser } from '#service/identity/users/create-user.ts'
import { noteEvent } from '#service/identity/users/events.ts'
import { legalVersions, readVersions } from '#service/identity/users/legal-versions.ts'
import { hashPassword } from '#service/identity/users/passwords.ts'
import type { Context } from '#service/platform/context.ts'
import { fixedChance } from './chance.ts'
import { earlierDays, writePast } from './history.ts'
import { type DevicePlan, earlier, keyOf, type PersonPlan, people } from './people.ts'

const MINUTE = 60_000
const DAY = 1440 * MINUTE
/** The last minutes are simulated by reports: longer than the window of the hash rate and the delay of the "no work" notice. */
export const REPORTED_MS = 25 * MINUTE

/** The first person has been there for longer, with PCs that are gone. */
const EARLIER_DAYS = Math.max(...earlier.map(({ boundDaysAgo }) => boundDaysAgo))

/** Days of mining that the demo begins with, today included. */
export const DAYS_PAST = 14

/** A context whose clock shows a moment of the past, and which sends no mail. */
export const contextAt = (ctx: Context, time: number): Context => ({
  ...ctx,
  clock: { now: () => time },
  jobs: { ...ctx.jobs, send: async () => undefined, sendAll: async () => undefined },
})

export interface Filled {
  /** Keys of the devices' plans, by device id. */
  keys: Record<string, string>
  /** End of the days that are written directly; reports begin here. */
  until: number
}

/** Fills an empty database with people, devices and 14 UTC days of mining, up to some minutes ago. */
export async function fillPast(ctx: Context): Promise<Filled> {
  const now = ctx.clock.now()
  const until = Math.floor((now - REPORTED_MS) / MINUTE) * MINUTE
  const keys: Record<string, string> = {}
  let host: string | null = null
  for (const person of people) {
    const bindings = person.devices.map((plan) => ({ plan, boundAt: Math.min(bindingOf(plan, now), until - DAY) }))
    const since = host === null ? dayOf(now) - EARLIER_DAYS * DAY : dayOf(now) - 2 * DAY
    const joined = Math.min(...bindings.map(({ boundAt }) => boundAt), since) - 40 * MINUTE
    const userId = await addPerson(ctx, { person, inviterId: host, time: joined })
    if (host === null) await addPastDays(ctx.db, userId, earlierDays(now))
    host ??= userId
    const bound: { deviceId: string; plan: DevicePlan; boundAt: number }[] = []
    for (const [index, { plan, boundAt }] of bindings.entries()) {
      const deviceId = await bind(contextAt(ctx, boundAt), userId, plan)
      bound.push({ deviceId, plan, boundAt })
      keys[deviceId] = keyOf(person, index)
    }
    await Promise.all(bound.map((device) => writePast(ctx, { ...device, until })))
  }
  return { keys, until }
}

/** When a device was bound: a whole minute between 00:01 and 11:01 UTC of its day. */
const bindingOf = (plan: DevicePlan, now: number): number =>
  dayOf(now) - (plan.boundDaysAgo - 1) * DAY + Math.floor(1 + 660 * fixedChance(plan.name)) * MINUTE

async function addPerson(
  ctx: Context,
  of: { person: PersonPlan; inviterId: string | null; time: number },
): Promise<string> {
  // A random password, because the demo is entered by its own call.
  const passwordHash = await hashPassword(randomBytes(16).toString('hex'), ctx.pepper)
  const { username, name, invited } = of.person
  const inviterId = invited ? of.inviterId : null
  const agreed = of.person.agreed && (await versionsBefore())
  const user = { username, name, passwordHash, inviterId, now: of.time, ...(agreed && { agreed }) }
  const { id } = await createUser(ctx.db, user, ctx.referrals)
  if (of.person.agreed === 'confirmed') await confirmTerms(ctx, id)
  await noteEvent(ctx.db, { userId: id, kind: 'registered', now: of.time })
  return id
}

/** The versions of the legal texts that those in force have replaced. */
async function versionsBefore() {
  const [[, terms], [, privacy]] = await Promise.all([readVersions('terms'), readVersions('privacy')])
  return terms && privacy && { terms: terms.from, privacy: privacy.from }
}

async function confirmTerms({ db, clock }: Context, userId: string): Promise<void> {
  const { terms } = await legalVersions()
  await acceptVersion(db, { userId, legal: 'terms', version: terms, now: clock.now() })
}

async function bind(ctx: Context, userId: string, plan: DevicePlan): Promise<string> {
  const { code } = await newBindCode(ctx, userId)
  const { name, hardware, gpuCount, version } = plan
  // An old miner sends no fingerprint, so that the demo shows an invitation under review.
  const machine = plan.isOldMiner ? undefined : createHash('sha256').update(`${userId} ${name}`).digest('hex')
  const request = { code, name, hardware, gpuCount, version, machine, requestId: randomUUID() }
  // A different address for each device, because of the rate limit of bindings by address.
  return (await bindDevice(ctx, request, `demo ${userId} ${name}`)).deviceId
}
