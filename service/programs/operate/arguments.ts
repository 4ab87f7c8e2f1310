import { parseArgs } from 'node:util'
import { ambiguousReadings, parseDecimal, parseWhole } from '#lib/money/parse-amount.ts'
import type { Asked, Usage } from '#service/platform/operator/act.ts'
import { wrongUsage } from '#service/platform/operator/errors.ts'

const common = {
  json: { type: 'boolean' },
  yes: { type: 'boolean' },
  operator: { type: 'string' },
  help: { type: 'boolean' },
} as const

export interface Typed {
  asked: Asked
  json: boolean
  yes: boolean
  help: boolean
  operator: string | undefined
}

/** Reads what stands after a command's name; a wrong word is refused with what would be right. */
export function readArguments(command: Usage, args: readonly string[]): Typed {
  const { values, positionals } = parse(command, args)
  const text = (name: string) => (typeof values[name] === 'string' ? values[name] : undefined)
  const flag = (name: string) => values[name] === true
  if (positionals.length > [command.word, command.second].filter(Boolean).length)
    throw wrongUsage(`"${positionals.at(-1)}" has no meaning after ${command.name}.`)
  const missing = Object.entries(command.options).find(([name, { required }]) => required && !text(name)?.trim())
  if (missing && !flag('help')) throw wrongUsage(`${command.name} needs --${missing[0]} ${missing[1].value ?? ''}.`)
  const asked: Asked = {
    word: positionals[0],
    second: positionals[1],
    text,
    must: (name) => text(name) ?? '',
    flag,
    decimal: (name) => decimalOf(name, text(name)),
    number(name, { least, most, usual }) {
      const typed = text(name)
      const value = typed === undefined ? usual : Number(parseWhole(typed) ?? Number.NaN)
      if (Number.isInteger(value) && value >= least && value <= most) return value
      throw wrongUsage(`--${name} takes a whole number from ${least} to ${most}.`)
    },
  }
  const operator = text('operator')?.trim()
  if (operator === '' || (operator?.length ?? 0) > 80)
    throw wrongUsage('--operator takes a name of 1 to 80 characters.')
  return { asked, json: flag('json'), yes: flag('yes'), help: flag('help'), operator }
}

function decimalOf(name: string, typed: string | undefined): string | undefined {
  const both = typed === undefined ? undefined : ambiguousReadings(typed)
  if (both)
    throw wrongUsage(`--${name} ${typed?.trim()} may be ${both.whole} or ${both.decimal}. Give the one that you mean.`)
  return typed === undefined ? undefined : (parseDecimal(typed) ?? typed)
}

function parse(command: Usage, args: readonly string[]) {
  const options = {
    ...Object.fromEntries(Object.entries(command.options).map(([name, { type }]) => [name, { type }])),
    ...common,
  }
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true }) as {
      values: Record<string, string | boolean | undefined>
      positionals: string[]
    }
  } catch (error) {
    throw wrongUsage(error instanceof Error ? error.message : String(error))
  }
}
