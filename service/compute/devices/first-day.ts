import { sql } from 'kysely'

/** The part of a statement that sets the first valid day, where none is set, of the devices in its query `online`. */
export const settingFirstDay = (day: string) => sql`
  update devices set first_valid_day = ${day} from online where id = device_id and first_valid_day is null`
