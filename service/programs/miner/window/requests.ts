import * as v from 'valibot'
import { MinerSettings } from '#lib/contract/miner-settings.ts'
import { CODE_FIELD_LENGTH } from '#lib/rules/codes.ts'
import { isTimeZone } from '#lib/time/zones.ts'
import { RefusedError } from './server.ts'

/** Unlike a report, a change may name no zone that this system does not know: the schedule could never be read. */
const hasKnownZone = ({ schedule }: Partial<MinerSettings>): boolean => !schedule || isTimeZone(schedule.zone)

/** Bodies of the page's changes. */
export const requests = {
  bind: v.strictObject({ code: v.pipe(v.string(), v.maxLength(CODE_FIELD_LENGTH)) }),
  settings: v.pipe(v.strictObject(v.partial(MinerSettings).entries), v.check(hasKnownZone)),
  /** Unix milliseconds; null ends the pause. */
  pause: v.strictObject({ until: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))) }),
  autostart: v.strictObject({ isEnabled: v.boolean() }),
  gpu: v.strictObject({ isOn: v.boolean() }),
  empty: v.strictObject({}),
} as const

/** Throws a RefusedError for any other body. */
export function parseRequest<S extends v.GenericSchema>(schema: S, body: unknown): v.InferOutput<S> {
  const { success, output } = v.safeParse(schema, body)
  if (!success) throw new RefusedError('the request has another form')
  return output
}
