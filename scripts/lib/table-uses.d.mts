/** The tables that migrations, in their order, have made and not dropped again. */
export function tablesMade(migrations: readonly string[]): string[]

export interface TableUse {
  /** Undefined where only a run knows it. */
  name: string | undefined
  isWrite: boolean
  line: number
}

/** Tables in a source file: those that it owns, those that it declares to read, and every use. */
export function tablesOf(file: string, source: string): { owned: string[]; declared: string[]; uses: TableUse[] }

/** Everything that is against the rules: sources by their path, the tables that migrations make, and files that may write what is not theirs. */
export function tableProblems(of: {
  files: ReadonlyMap<string, string>
  created: readonly string[]
  mayWrite?: Readonly<Record<string, string>>
}): { problems: string[]; owners: Map<string, string>; features: Map<string, { declared: string[]; uses: TableUse[] }> }
