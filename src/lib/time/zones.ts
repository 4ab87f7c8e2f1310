/** The time zone that the browser is set to. */
export const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/** UTC, the zones that are wanted, and all that this browser knows by name. */
export function zonesWith(...wanted: readonly string[]): string[] {
  const known = typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : []
  return [...new Set(['UTC', ...wanted, ...known])]
}

/** `America/New York`: a zone as people read it. */
export const zoneName = (zone: string): string => zone.replaceAll('_', ' ')

/** Whether the system knows a time zone by this name. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
