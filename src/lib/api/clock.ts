let offsetMs = 0

/** Unix milliseconds by the service's clock, as far as its answers have told. */
export const serviceNow = (): number => Date.now() + offsetMs

/** Keeps what an answer has told: milliseconds to add to this device's clock. */
export function setClockOffset(ms: number): void {
  offsetMs = ms
}
