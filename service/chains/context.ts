import type { Payments } from './payments.ts'

declare module '#service/platform/context.ts' {
  interface Context {
    /** The networks that users pay on; undefined where none is set. */
    payments: Payments | undefined
  }
}
