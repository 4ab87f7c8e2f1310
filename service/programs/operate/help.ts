import type { Act, Command, Tool } from '#service/platform/operator/act.ts'
import type { Field } from '#service/platform/operator/fields.ts'
import { optionOf } from '#service/platform/operator/input.ts'
import { verbsOf } from './choose-act.ts'

const everywhere = [
  ['--json', 'print JSON: names in camelCase, amounts as decimal texts, times in ISO 8601'],
  ['--yes', 'do it without asking'],
  ['--operator NAME', "the operator in the audit (default: this machine's user)"],
  ['--help', 'show this'],
] as const

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd()).join('\n')
}

export const helpOfAll = (commands: readonly (Command | Tool)[]): string => `Usage: npm run operate -- COMMAND [options]

${table(commands.map(({ name, summary }) => [name, summary]))}

For every command:
${table(everywhere)}

Settings are those of the service: DATABASE_URL, or the embedded database under DATA_DIR. Every change and every look at
accounts is kept in the audit. Exit codes: 0 done, 1 fault, 2 wrong usage, 3 refused, 4 not confirmed, 5 no database or
no node, 6 the money is wrong. See COMMAND --help.
`

export function helpOf(command: Command | Tool): string {
  const acts = 'acts' in command ? command.acts : []
  const options = optionsOf(command)
  const required = [...options]
    .filter(([, { isRequired }]) => isRequired && acts.length === 1)
    .map(([name, { value }]) => ` --${name} ${value}`)
    .join('')
  const rows = [...options].map(
    ([name, { value, hint, isRequired }]) =>
      [
        value ? `--${name} ${value}` : `--${name}`,
        isRequired && acts.length === 1 ? `${hint} (required)` : hint,
      ] as const,
  )
  return `${command.summary}.

Usage: npm run operate -- ${command.name}${wordsOf(acts)}${required} [options]

${table([...rows, ...everywhere])}
`
}

/** The options of a command in the order of its acts. */
function optionsOf(command: Command | Tool): Map<string, Pick<Field, 'value' | 'hint' | 'isRequired'>> {
  const options = new Map<string, Pick<Field, 'value' | 'hint' | 'isRequired'>>()
  for (const act of 'acts' in command ? command.acts : [{ fields: command.fields }]) {
    if ('option' in act && act.option !== undefined && !(act.option in act.fields))
      options.set(act.option, { hint: act.hint ?? '' })
    for (const [field, of] of Object.entries(act.fields))
      if (field !== 'word' && !options.has(optionOf(field))) options.set(optionOf(field), of)
  }
  return options
}

/** Words in square brackets may be left out. */
function wordsOf(acts: readonly Act[]): string {
  const verbs = verbsOf(acts)
  const places = [...new Set(acts.flatMap(({ place }) => (place === undefined ? [] : [place])))].join('|')
  const isOptional = acts.some(({ place, isPlaceOptional }) => place === undefined || isPlaceOptional)
  const word = places && (isOptional ? ` [${places}]` : ` ${places}`)
  return `${verbs.length > 0 ? ` [${verbs.join('|')}]` : ''}${word}`
}
