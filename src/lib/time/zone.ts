/** Storage key of the chosen time zone. */
export const ZONE_KEY = 'timeZone'
