// Checks that only `src/lib/time` formats dates (ADR-034). Reads src, service and scripts, and reports every
// other line that makes a text of a moment. A full ISO time is for machines and allowed anywhere.
// Run: node scripts/check-dates.mjs
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const HOME = 'src/lib/time/'

const writes = [
  /\btoLocale(?:Date|Time)?String\b/,
  /\bto(?:UTC|Date|Time)String\b/,
  /\bIntl\s*\.\s*(?:DateTime|RelativeTime|Duration)Format\b/,
  /\.get(?:UTC)?(?:FullYear|Month|Date|Day|Hours|Minutes|Seconds)\(/,
  /\btoISOString\(\)\s*\.\s*\w/,
  /\bfrom '(?:dayjs|date-fns|luxon|moment)\b/,
]

const isSource = (name) => /\.(?:ts|tsx|mts|mjs|astro)$/.test(name)

const found = ['src', 'service', 'scripts']
  .flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true }).map((name) => path.join(folder, name)))
  .filter((file) => isSource(file) && !file.startsWith(HOME) && file !== 'scripts/check-dates.mjs')
  .flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .map((line, index) => ({ line, place: `${file}:${index + 1}` }))
      .filter(({ line }) => writes.some((pattern) => pattern.test(line))),
  )

for (const { line, place } of found) console.error(`${place}: a date is written by ${HOME} alone: ${line.trim()}`)
console.log(`dates: ${found.length} problems`)
process.exit(found.length > 0 ? 1 : 0)
