declare module '#service/platform/db/tables.ts' {
  interface Tables {
    payment_guards: PaymentGuardTable
  }
}

export interface PaymentGuardTable {
  user_id: string
  /** Times of the failures within the window. */
  failures: Date[]
  run: number
  locked_until: Date | null
  reset_needed: boolean
}
