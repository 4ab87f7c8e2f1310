import { serviceNow } from '#lib/api/clock.ts'

/** Unix seconds by the service's clock. */
export const serviceSeconds = (): number => Math.floor(serviceNow() / 1000)

/** Unix milliseconds by the service's clock. */
export const serviceMs = serviceNow
