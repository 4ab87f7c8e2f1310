// Checks reads and writes of tables. The owner is the feature whose `tables.ts` declares a table, and only the owner writes it.
// A feature declares the tables of others that it reads as `readsTables`, in its feature.ts or else in a table-reads.ts.
// Run: node scripts/check-tables.mjs
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { tableProblems, tablesMade } from './lib/table-uses.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const MIGRATIONS = 'service/platform/db/migrations/'
/** Kysely's own. */
const KYSELY = 'kysely_migration'

/** Files that write what others own, with the reason. */
const mayWrite = {
  'service/demo/start.ts':
    'empties the whole database of a demo whose filling was cut off, across all features at once',
  'service/identity/own-account/erase.ts':
    'deletes rows of a closed account in the tables that their owners name as `personal`',
}

const sources = new Map(
  readdirSync(path.join(root, 'service'), { recursive: true, encoding: 'utf8' })
    .map((file) => `service/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts') && !file.includes('/node_modules/'))
    .sort()
    .map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
)
const isMigration = (file) => file.startsWith(MIGRATIONS)
const created = tablesMade([...sources].filter(([file]) => isMigration(file)).map(([, source]) => source))
const files = new Map([...sources].filter(([file]) => !isMigration(file)))

const { problems, owners, features } = tableProblems({ files, created: [...created, KYSELY], mayWrite })
for (const problem of problems) console.error(problem)
const readers = [...features.values()].filter(({ declared }) => declared.length > 0)
console.log(`tables: ${owners.size} tables, ${readers.length} features that read others', ${problems.length} problems`)
process.exit(problems.length > 0 ? 1 : 0)
