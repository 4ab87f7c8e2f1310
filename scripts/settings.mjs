// Every setting, from the schema that reads it. Prints them; `--write` writes docs/guides/settings.md; `--check` fails where that
// page is out of date, and where src, service or scripts read a variable that is no setting.
// Run: node scripts/settings.mjs [--write | --check]
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import { groups, Settings } from '../service/platform/settings/catalogue.ts'
import { unlistedReads } from './lib/environment-reads.mjs'
import { buildSettings, programGroups } from './lib/settings.mjs'
import { root } from './lib/setup.mjs'

const GUIDE = 'docs/guides/settings.md'

const ofService = groups.map(({ title, readers, settings }) => ({
  title,
  readers,
  settings: Object.fromEntries(
    Object.entries(settings).map(([name, schema]) => [
      name,
      { usual: v.getMetadata(schema).usual, about: v.getDescription(schema) },
    ]),
  ),
}))
const build = { title: 'Build', readers: '`npm run build`, which bakes them into the pages', settings: buildSettings }
const all = [...ofService, build, ...programGroups]

function table(rows) {
  const width = (column) => Math.max(...rows.map((row) => row[column].length))
  const line = (row) => `| ${row.map((cell, column) => cell.padEnd(width(column))).join(' | ')} |`
  const [head, ...rest] = rows
  return [line(head), line(head.map((_, column) => '-'.repeat(width(column)))), ...rest.map(line)].join('\n')
}

const section = ({ title, readers, settings }) => `## ${title}

Read by ${readers}.

${table([['Setting', 'Default', 'Meaning'], ...Object.entries(settings).map(([name, { usual, about }]) => [`\`${name}\``, usual, about])])}
`

const guide = `# Settings

Settings are variables of the environment. An empty one counts as not set. A wrong one stops the start, and the error names all that are
wrong and what each must be. \`npm start -- --help\` prints this list.

This page is written by \`node scripts/settings.mjs --write\` from the schema in \`service/platform/settings\`.

${all.map(section).join('\n')}`

const plain = (text) => text.replaceAll('`', '')
const help = all
  .map(({ title, readers, settings }) => {
    const lines = Object.entries(settings).map(
      ([name, { usual, about }]) => `  ${name} (default: ${plain(usual)})\n      ${plain(about)}`,
    )
    return `${title} (read by ${plain(readers)})\n${lines.join('\n')}`
  })
  .join('\n\n')

function check() {
  const names = new Set(all.flatMap(({ settings }) => Object.keys(settings)))
  const problems = unlistedReads(names)
  for (const name of Object.keys(Settings.entries).filter((one) => !names.has(one)))
    problems.push(`${name} is in no group of service/platform/settings/catalogue.ts`)
  if (readFileSync(path.join(root, GUIDE), 'utf8') !== guide)
    problems.push(`${GUIDE} is out of date: node scripts/settings.mjs --write`)
  for (const problem of problems) console.error(problem)
  console.log(`settings: ${names.size} settings, ${problems.length} problems`)
  process.exit(problems.length > 0 ? 1 : 0)
}

if (process.argv.includes('--write')) writeFileSync(path.join(root, GUIDE), guide)
else if (process.argv.includes('--check')) check()
else console.log(help)
