import type { Pause } from '#lib/contract/miner-settings.ts'
import { localDateTime } from '#lib/time/format.ts'
import { serviceSeconds } from '../core/calls/service-clock.ts'
import type { T } from '../core/texts/i18n.ts'

/** `14:00` today, `2026-11-28 08:00` on another day, in the reader's zone. */
export function untilText(until: number): string {
  const [text, now] = [localDateTime(until), localDateTime(serviceSeconds())]
  return text.slice(0, 10) === now.slice(0, 10) ? text.slice(11) : text
}

/** Why a device pauses, in two or three words. */
export const pauseText = (t: T, { reason, until }: Pause): string =>
  until === undefined ? t(`devices.pause.${reason}`) : t('devices.pause.userUntil', { time: untilText(until) })
