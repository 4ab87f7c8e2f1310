import type { Config } from '#service/platform/config.ts'
import type { Database } from '#service/platform/db/open.ts'
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

export interface OptionSpec {
  type: 'string' | 'boolean'
  /** What stands for the value in the help, for example `EMAIL`. */
  value?: string
  hint: string
  required?: boolean
}

export interface Asked {
  /** The word after the command's name. */
  word: string | undefined
  /** The word after that one. */
  second: string | undefined
  text(name: string): string | undefined
  /** The value of an option that the specification marks as required. */
  must(name: string): string
  flag(name: string): boolean
  /** A number however it was typed, as a plain decimal string; what is none comes as it is, for the command to refuse. */
  decimal(name: string): string | undefined
  /** A whole number in a range, or the given one when the option is absent. */
  number(name: string, range: { least: number; most: number; usual: number }): number
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

/** What is typed to have something done, and what the help tells of it. */
export interface Usage {
  name: string
  summary: string
  /** The optional word after the name, for example `[PROJECT]`. */
  word?: string
  /** The word after it, for example `[NAME]`. */
  second?: string
  options: Record<string, OptionSpec>
}

export interface Command extends Usage {
  run(context: CommandContext, asked: Asked): Promise<View | Change>
}

/** Works on nothing that is kept, before there is a database: it leaves no trace. */
export interface Tool extends Usage {
  show(env: Record<string, string | undefined>, asked: Asked): Pick<View, 'data' | 'table'>
}
