import type { Payments } from './payments.ts'

declare module '#service/platform/context.ts' {
  interface Context {
    /** The networks for payments; undefined where none is set. */
    payments: Payments | undefined
  }
}
