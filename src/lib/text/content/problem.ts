/** A problem at a line of a file. */
export interface Problem {
  /** From the root of the project, with slashes: `src/content/docs/en/wallets.md`. */
  readonly file: string
  readonly line: number
  /** Name of the rule, in lower case with hyphens. */
  readonly rule: string
  /** A sentence that says how the text is wrong. */
  readonly problem: string
  /** A sentence that says how to write it. */
  readonly remedy: string
}

/** The one form of every message: `src/content/docs/en/wallets.md:12  figure-typed  What is wrong. What to write.` */
export const formatProblem = ({ file, line, rule, problem, remedy }: Problem): string =>
  `${file}:${line}  ${rule}  ${problem} ${remedy}`
