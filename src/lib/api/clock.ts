let offsetMs = 0

/** Unix milliseconds by the service's clock, according to its latest responses. */
export const serviceNow = (): number => Date.now() + offsetMs

/** Stores the offset: milliseconds to add to this device's clock. */
export function applyClockOffset(ms: number): void {
  offsetMs = ms
}
