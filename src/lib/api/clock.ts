let offsetSeconds = 0

/** Unix milliseconds by the service's clock, as far as its answers have told. */
export const serviceNow = (): number => Date.now() + offsetSeconds * 1000

/** Keeps what an answer has told: seconds to add to this device's clock. */
export function keepOffset(seconds: number): void {
  offsetSeconds = seconds
}
