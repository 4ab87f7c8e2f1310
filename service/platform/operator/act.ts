import type { Config } from '#service/platform/config.ts'
import type { Database } from '#service/platform/db/open.ts'
import { type Place, placeOfName } from './act-names.ts'
import type { Fields } from './fields.ts'
import { type InputOf, type RawInput, readInput } from './input.ts'
import type { Text } from './phrase.ts'
import type { Role } from './roles.ts'
import type { Table } from './table.ts'

/** Everything that an act works with. */
export interface CommandContext {
  config: Config
  db: Database
  /** The name of the database for a person. */
  database: string
  /** The time, in Unix milliseconds: a question may have waited for its answer for long. */
  now(): number
  /** The operator, as the audit names it. */
  operator: string
  /** The folder that relative file names begin in; undefined where no file can be named, as on the page for operators. */
  cwd: string | undefined
}

/** More of a result: a table with a title. */
export interface ViewPart {
  title: string
  table: Table
}

/** A result to show. One with people's data leaves a line in the audit. */
export interface View {
  kind: 'view'
  data: unknown
  table: Table
  /** Tables that follow. */
  parts?: readonly ViewPart[]
  /** Keys of the rows before and after those of the table. */
  keys?: { previous: string | null; next: string | null }
  audit?: string
  /** Set where a change was done before. */
  already?: Text
  /** The exit code of the program, where the result is bad news. */
  exitCode?: number
}

/** The answer to an act that was done before: nothing changes, and it is no error. */
export const already = (text: Text): View & { already: Text } => ({
  kind: 'view',
  already: text,
  data: { already: true },
  table: { columns: [], rows: [], empty: String(text) },
})

/** The result of a change. */
export interface ActResult {
  data: unknown
  text: Text
  /** Set where the text has a secret that is shown once: it is kept nowhere, not even until the next page. */
  isSecret?: true
  /** Runs after the commit, for what cannot be rolled back. */
  afterCommit?(): Promise<void>
}

/** A change: confirmed by its question, then applied in one transaction with its line in the audit. */
export interface Change {
  kind: 'change'
  question: Text
  audit: string
  /** Runs after the answer, before the transaction: for what other machines have to tell, since no lock may wait for them. */
  prepare?(): Promise<void>
  apply(db: Database): Promise<ActResult>
  /** Runs at the end, whether the change was applied or not. */
  cleanUp?(): Promise<void>
}

/** An act as its feature writes it: `run` has the values of its fields, checked and typed. */
export interface ActSpec<F extends Fields> {
  /**
   * The command line that chooses it: a command, then, where it has them, a word of its own, the placeholder of a word and an
   * option, as in `plans stock`, `approve ID`, `withdrawals [ID]` and `pay ID --not-sent`.
   */
  name: string
  /** Every value that it takes; the placeholder in its name is the field `word`. */
  fields: F
  /** The help of the option in its name, where that option is a flag. */
  hint?: string
  /** The text of its button; an act without one has no form on the operators' page. */
  button?: string
  /** The role that may do it on the page; a change needs an admin by default, and everybody sees. */
  role?: Exclude<Role, 'viewer'>
  /**
   * It moves money or points, decides how they move, or shows a secret: only finance and admins may do it, and the page asks for a code
   * of the authenticator app again.
   */
  needsProof?: true
  /** Prepares a view or a change; it writes nothing itself. */
  run(context: CommandContext, input: InputOf<F>): Promise<View | Change>
}

/** An act as the front ends have it: `run` checks the given texts by the schema of its fields before anything else. */
export interface Act extends Omit<ActSpec<Fields>, 'run'>, Place {
  run(context: CommandContext, input: RawInput): Promise<View | Change>
}

export function defineAct<const F extends Fields>({ run, ...spec }: ActSpec<F>): Act {
  return { ...spec, ...placeOfName(spec.name), run: (context, input) => run(context, readInput(spec, input)) }
}

/** A command of the operator's program: the acts that begin with its name. */
export interface Command {
  name: string
  summary: string
  acts: readonly [Act, ...Act[]]
}

/** Works on nothing that is stored, before there is a database: it leaves no line in the audit. */
export interface Tool {
  name: string
  summary: string
  fields: Fields
  show(env: Record<string, string | undefined>, input: RawInput): Pick<View, 'data' | 'table'>
}

/** A command of a single act. */
export const defineCommand = <const F extends Fields>({
  summary,
  ...spec
}: ActSpec<F> & { summary: string }): Command => {
  const act = defineAct(spec)
  return { name: act.command, summary, acts: [act] }
}
