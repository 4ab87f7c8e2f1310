import type { Usage } from '#service/platform/operator/act.ts'

const everywhere = [
  ['--json', 'print JSON'],
  ['--yes', 'do it without asking'],
  ['--operator NAME', "whose act the audit tells of (default: this machine's user)"],
  ['--help', 'show this'],
] as const

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd()).join('\n')
}

export const helpOfAll = (commands: readonly Usage[]): string => `Usage: npm run operate -- COMMAND [options]

${table(commands.map(({ name, summary }) => [name, summary]))}

For every command:
${table(everywhere)}

Settings are those of the service: DATABASE_URL, or the embedded database under DATA_DIR. Every change and every look at
accounts is kept in the audit. Exit codes: 0 done, 1 fault, 2 wrong usage, 3 refused, 4 not confirmed, 5 no database or
no node, 6 the money is wrong. See COMMAND --help.
`

export function helpOf(command: Usage): string {
  const options = Object.entries(command.options).map(
    ([name, { value, hint, required }]) =>
      [value ? `--${name} ${value}` : `--${name}`, required ? `${hint} (required)` : hint] as const,
  )
  const must = Object.entries(command.options)
    .filter(([, { required }]) => required)
    .map(([name, { value }]) => ` --${name} ${value}`)
    .join('')
  const words = [command.word, command.second].map((word) => (word ? ` ${word}` : '')).join('')
  return `${command.summary}.

Usage: npm run operate -- ${command.name}${words}${must} [options]

${table([...options, ...everywhere])}
`
}
