import { parseArgs } from 'node:util'
import type { Act, Command, Tool } from '#service/platform/operator/act.ts'
import { wrongUsage } from '#service/platform/operator/errors.ts'
import type { Fields } from '#service/platform/operator/fields.ts'
import { optionOf, type RawInput } from '#service/platform/operator/input.ts'
import { actBy } from './choose-act.ts'

const common = {
  json: { type: 'boolean' },
  yes: { type: 'boolean' },
  operator: { type: 'string' },
  help: { type: 'boolean' },
} as const

export interface Flags {
  json: boolean
  yes: boolean
  help: boolean
  operator: string | undefined
}

type Options = Readonly<Record<string, { type: 'string' | 'boolean' }>>

/** Parses the arguments of a command: the flags that every command has, its options by their names, and its words. */
export function readArguments(
  command: Command | Tool,
  args: readonly string[],
): { flags: Flags; input: RawInput; words: readonly string[] } {
  const { values, positionals } = parse({ ...optionsOf(command), ...common }, args)
  const { json, yes, help, operator, ...input } = values
  const name = typeof operator === 'string' ? operator.trim() : undefined
  if (name === '' || (name?.length ?? 0) > 80) throw wrongUsage('--operator takes a name of 1 to 80 characters.')
  return {
    flags: { json: json === true, yes: yes === true, help: help === true, operator: name },
    input,
    words: positionals,
  }
}

/** The act that the words and options choose, and the values for its fields. */
export function readAct(command: Command, { words, input }: { words: readonly string[]; input: RawInput }) {
  const { act, word } = actBy(command, words, input)
  return { act, input: { ...input, ...(word !== undefined && { word }) } }
}

/** Every option of a command: the fields of its acts, and the flags that choose one of them. */
function optionsOf(command: Command | Tool): Options {
  const acts: readonly (Pick<Act, 'option'> & { fields: Fields })[] = 'acts' in command ? command.acts : [command]
  const choosing = acts.flatMap(({ option }) => (option === undefined ? [] : [[option, { type: 'boolean' }] as const]))
  const fields = acts.flatMap(({ fields }) =>
    Object.entries(fields).map(
      ([name, { kind }]) => [optionOf(name), { type: kind === 'flag' ? 'boolean' : 'string' }] as const,
    ),
  )
  const { word: _, ...options } = Object.fromEntries([...choosing, ...fields])
  return options
}

function parse(options: Options, args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true }) as {
      values: Record<string, string | boolean | undefined>
      positionals: string[]
    }
  } catch (error) {
    throw wrongUsage(error instanceof Error ? error.message : String(error))
  }
}
