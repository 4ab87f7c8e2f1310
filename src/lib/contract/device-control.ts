import * as v from 'valibot'
import { isTimeZone } from '../time/zones.ts'
import { endpoint } from './endpoint.ts'
import { Id, NoFields, UnixSeconds } from './fields.ts'
import { SomeSettings, WeekSchedule } from './miner-settings.ts'

/** Remote wishes: what a user asks devices to change, which their next report fetches. */

const MAX_DEVICES = 100
const ids = v.pipe(v.array(Id), v.minLength(1), v.maxLength(MAX_DEVICES))

/** A miner cannot compute hours in a zone that it does not know. */
const Schedule = v.pipe(
  WeekSchedule,
  v.check(({ zone }) => isTimeZone(zone)),
)

const WishedSettings = v.object({ ...SomeSettings.entries, schedule: v.optional(v.nullable(Schedule)) })
export type WishedSettings = v.InferOutput<typeof WishedSettings>

const wish = {
  settings: v.optional(WishedSettings),
  /** Pauses until then; null ends the user's pause; absent leaves it. */
  pauseUntil: v.optional(v.nullable(UnixSeconds)),
}

/** A wish that the device has not confirmed. */
export const PendingWish = v.object({ ...wish, askedAt: UnixSeconds })

/** Adds to the pending wishes of devices, or replaces what they say of the same field. Changes all of the devices or none. */
export const wishOfMachines = endpoint('/machine/wish', {
  auth: true,
  request: v.object({ ids, ...wish }),
  reply: NoFields,
  refuses: ['DEVICE_UNKNOWN'],
})

/** Takes pending wishes back. A device that has received its wish and not confirmed it may still follow it. */
export const withdrawWish = endpoint('/machine/withdraw-wish', {
  auth: true,
  request: v.object({ ids }),
  reply: NoFields,
  refuses: ['DEVICE_UNKNOWN'],
})
