import { features } from '#service/feature-list.ts'
import { directory } from '#service/identity/users/directory.ts'
import { ConfigError, readConfig } from '#service/platform/config.ts'
import type { Act, Change, Command, CommandContext, Tool, View } from '#service/platform/operator/act.ts'
import { exitCodes, OperateError, wrongUsage } from '#service/platform/operator/errors.ts'
import type { RawInput } from '#service/platform/operator/input.ts'
import { drawSheet, type SheetStyle } from '#service/platform/operator/table.ts'
import { type Flags, readAct, readArguments } from './arguments.ts'
import { audit } from './audit.ts'
import { applyChange, auditView } from './audited-act.ts'
import { backup } from './backup.ts'
import { check } from './check.ts'
import { openServiceDatabase } from './database.ts'
import { helpOf, helpOfAll } from './help.ts'
import { keys } from './keys.ts'
import { operators } from './operators.ts'
import { users } from './users.ts'
import { verifyMoney } from './verify-money.ts'

export interface Surroundings extends SheetStyle {
  env: Record<string, string | undefined>
  cwd: string
  /** The operator, unless the command line names one. */
  operator: string
  out(text: string): void
  err(text: string): void
  /** Asks for confirmation and names the database; undefined without a terminal. */
  ask: ((question: string, database: string) => Promise<boolean>) | undefined
  now(): number
}

/** Every feature's commands, and those that belong to none. */
export async function allCommands(): Promise<readonly (Command | Tool)[]> {
  const ofFeatures = await Promise.all(features.map(({ commands }) => commands?.() ?? []))
  return [...ofFeatures.flat(), users, check, verifyMoney, backup, audit, operators, keys]
}

/** The operator's program: one command, from its words to its exit code. */
export async function operate(args: readonly string[], around: Surroundings): Promise<number> {
  let chosen: Command | Tool | undefined
  try {
    const commands = await allCommands()
    const [name, ...rest] = args
    if (name === undefined || name === '--help' || name === 'help') {
      around.out(helpOfAll(commands))
      return name === undefined ? exitCodes.usage : exitCodes.done
    }
    const command = commands.find((one) => one.name === name)
    if (!command)
      throw wrongUsage(`There is no command "${name}". Commands: ${commands.map((one) => one.name).join(', ')}.`)
    chosen = command
    const typed = readArguments(command, rest)
    const { flags, input } = typed
    if (!flags.help && 'acts' in command) return await execute({ ...readAct(command, typed), flags, around })
    around.out(
      flags.help || 'acts' in command ? helpOf(command) : shown(command.show(around.env, input), flags, around),
    )
    return exitCodes.done
  } catch (error) {
    return explain(error, around, chosen)
  }
}

/** A wrong use is answered with the help of its own command. */
function explain(error: unknown, around: Surroundings, command: Command | Tool | undefined): number {
  if (error instanceof OperateError || error instanceof ConfigError) {
    around.err(`${error.message}\n`)
    const isUsage = error instanceof OperateError && error.exitCode === exitCodes.usage
    if (isUsage) around.err(command ? `\n${helpOf(command)}` : 'See npm run operate -- --help.\n')
    return error instanceof OperateError ? error.exitCode : exitCodes.usage
  }
  around.err(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  return exitCodes.fault
}

interface Execution {
  act: Act
  input: RawInput
  flags: Flags
  around: Surroundings
}

async function execute({ act, input, flags, around }: Execution): Promise<number> {
  const config = readConfig(around.env)
  const { db, name: database, close } = await openServiceDatabase(config)
  try {
    const operator = flags.operator ?? around.operator
    const context: CommandContext = { config, db, database, operator, now: around.now, cwd: around.cwd, directory }
    const result = await act.run(context, input)
    if (result.kind === 'change') {
      around.out(await confirmAndApply(result, context, { act, flags, around }))
      return exitCodes.done
    }
    await auditView(context, act, result)
    around.out(shown(result, flags, around))
    around.err(neighboursText(result))
    return result.exitCode ?? exitCodes.done
  } finally {
    await close()
  }
}

/** Columns of the database have names of another form than the rest; a program that reads the output finds one. */
function inCamelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inCamelCase)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name.replace(/(?<=[a-z0-9])_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      inCamelCase(one),
    ]),
  )
}

const json = (data: unknown): string => `${JSON.stringify(inCamelCase(data), null, 2)}\n`

const shown = (
  { data, table, parts = [] }: Pick<View, 'data' | 'table' | 'parts'>,
  { json: isJson }: Flags,
  style: SheetStyle,
): string =>
  isJson
    ? json(data)
    : [drawSheet(table, style), ...parts.map((part) => `${part.title}\n${drawSheet(part.table, style)}`)].join('\n')

/** Names the options that show the neighbouring rows. Apart from the output, which a program may read. */
function neighboursText({ keys }: View): string {
  const options = [keys?.previous && `--before ${keys.previous}`, keys?.next && `--after ${keys.next}`].filter(Boolean)
  return options.length > 0 ? `More rows: ${options.join(' or ')}\n` : ''
}

async function confirmAndApply(
  change: Change,
  context: CommandContext,
  { act, flags, around }: Omit<Execution, 'input'>,
): Promise<string> {
  try {
    if (!flags.yes) await confirm(String(change.question), context.database, around)
    const { data, text } = await applyChange(context, act, change)
    return flags.json ? json(data) : `${text}\n`
  } finally {
    await change.cleanUp?.()
  }
}

async function confirm(question: string, database: string, { ask }: Surroundings): Promise<void> {
  if (!ask) throw new OperateError('No terminal to confirm this: add --yes to do it.', exitCodes.notConfirmed)
  if (!(await ask(question, database))) throw new OperateError('Nothing was changed.', exitCodes.notConfirmed)
}
