/** The time zone that the browser is set to. */
export const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/** UTC, the given zones, and all zones that this browser knows by name. */
export function zonesWith(...listed: readonly string[]): string[] {
  const known = typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : []
  return [...new Set(['UTC', ...listed, ...known])]
}

/** `America/New York`: a zone as people read it. */
export const zoneName = (zone: string): string => zone.replaceAll('_', ' ')

/** True if the system knows a time zone of this name. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
