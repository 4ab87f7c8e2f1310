/** What the chosen time zone is remembered by. */
export const ZONE_KEY = 'timeZone'
