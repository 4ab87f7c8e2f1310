/** An act that moves money or decides how it may move. */
export interface Act<Subject> {
  /** Prepares the act. */
  prepare(): Promise<Subject>
  run(subject: Subject): Promise<unknown>
  /** How much of its effect exists. */
  effects(subject: Subject): Promise<number>
  /** The effect of one run; 1 by default. */
  whole?: number
  /** The refusal of a repeated run; by default it replies as the first time. */
  done?: RegExp
  /** A partial effect may exist; it continues from there. */
  inSteps?: boolean
  /** Each successful run counts separately, as guesses do. */
  repeats?: boolean
  tidy?(): Promise<unknown>
}
