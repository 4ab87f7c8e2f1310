import type { RawBuilder } from 'kysely'

/** Devices, as far as rewards change them; compute/devices holds them. */
export interface ValidDevices {
  /**
   * The part of a statement that sets the first valid day of the devices which its query `online` lists by `device_id`, where none
   * is set. A part, so that the hours of the day are read once.
   */
  settingFirstDay(day: string): RawBuilder<unknown>
}
