import { remembered } from '#lib/session/storage.ts'
import { ZONE_KEY } from '#lib/time/zone.ts'
import { browserZone, isTimeZone } from '#lib/time/zones.ts'

/** The zone in which the reader's times are shown. */
export function readerZone(): string {
  const chosen = remembered(ZONE_KEY)
  return chosen && isTimeZone(chosen) ? chosen : browserZone()
}
