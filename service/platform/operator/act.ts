import type { Config } from '#service/platform/config.ts'
import type { Database } from '#service/platform/db/open.ts'
import { type Place, placeOfName } from './act-names.ts'
import type { Fields } from './fields.ts'
import { type Given, type InputOf, readInput } from './input.ts'
import type { Table } from './table.ts'

/** What a command works on. */
export interface CommandContext {
  config: Config
  db: Database
  /** What a person knows the database by. */
  database: string
  /** The time, in Unix milliseconds: a question may have waited for its answer for long. */
  now(): number
  /** Who works here. */
  operator: string
  /** The folder that relative file names begin in; undefined where no file can be named, as on the page for operators. */
  cwd: string | undefined
}

/** Something to look at. A look at people's data leaves its trace in the audit. */
export interface View {
  kind: 'view'
  data: unknown
  table: Table
  audit?: string
  /** Told by the program's end, where what was seen is bad news. */
  exitCode?: number
}

/** What a change has done. */
export interface Done {
  data: unknown
  text: string
  /** What may only happen once the change stands in the database: nothing undoes it. */
  afterCommit?(): Promise<void>
}

/** Something to change: asked first, then done in one transaction with its row in the audit. */
export interface Change {
  kind: 'change'
  question: string
  audit: string
  apply(db: Database): Promise<Done>
  /** Runs in the end, whether the change was made or not. */
  cleanUp?(): Promise<void>
}

/** An act as its feature writes it: `run` has the values of its fields, checked and typed. */
export interface ActSpec<F extends Fields> {
  /**
   * How it is typed: a command, then what there is of a word of its own, a place for a word and the option that chooses it,
   * as in `plans stock`, `approve ID`, `withdrawals [ID]` and `pay ID --not-sent`.
   */
  name: string
  /** Every value that it takes; the one of the place in its name is `word`. */
  fields: F
  /** What the help tells of the option in its name, where that is a flag. */
  hint?: string
  /** The text of its button; an act without one has no form on the operators' page. */
  button?: string
  /** Reads what is there. A change is done later, by its `apply`, once its question was answered. */
  run(context: CommandContext, input: InputOf<F>): Promise<View | Change>
}

/** An act as the front ends have it: `run` checks the given texts by the schema of its fields before anything else. */
export interface Act extends Omit<ActSpec<Fields>, 'run'>, Place {
  run(context: CommandContext, given: Given): Promise<View | Change>
}

export function defineAct<const F extends Fields>({ run, ...spec }: ActSpec<F>): Act {
  return { ...spec, ...placeOfName(spec.name), run: (context, given) => run(context, readInput(spec, given)) }
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
  show(env: Record<string, string | undefined>, given: Given): Pick<View, 'data' | 'table'>
}

/** A command of a single act. */
export const defineCommand = <const F extends Fields>({
  summary,
  ...spec
}: ActSpec<F> & { summary: string }): Command => {
  const act = defineAct(spec)
  return { name: act.command, summary, acts: [act] }
}
