/** The time zone that the browser is set to. */
export const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/** UTC, the zones that are wanted, and all that this browser knows by name. */
export function zonesWith(...wanted: readonly string[]): string[] {
  const known = typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : []
  return [...new Set(['UTC', ...wanted, ...known])]
}

/** `America/New York`: a zone as people read it. */
export const zoneName = (zone: string): string => zone.replaceAll('_', ' ')
