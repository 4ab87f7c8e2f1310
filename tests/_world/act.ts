/** Something that moves money, or says how it may move. */
export interface Act<Subject> {
  /** Makes ready what the act needs. */
  prepare(): Promise<Subject>
  run(subject: Subject): Promise<unknown>
  /** How much of its effect is there. */
  effects(subject: Subject): Promise<number>
  /** How much that is when it was done once; 1 unless told. */
  whole?: number
  /** What it says when it was done already; unless told, it answers as the first time. */
  done?: RegExp
  /** A part of its effect may be there: it goes on from it. */
  inSteps?: boolean
  /** Each run that gets through counts for itself, as guesses do. */
  repeats?: boolean
  tidy?(): Promise<unknown>
}
