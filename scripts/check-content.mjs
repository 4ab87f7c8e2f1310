// The texts of src/content, and the figures of src/content/rates.json: every mistake with its file, line and remedy.
// `npm run content -- check` installs what is missing first. Run: node scripts/check-content.mjs [--without-history]
import { formatProblem } from '../src/lib/text/content/problem.ts'
import { checkContent } from './content/check.ts'
import { readSite } from './content/read-site.ts'
import { root } from './lib/setup.mjs'

const site = await readSite(root)
// A build takes the dates of the texts as they are: a day that its author has not written yet is no reason to stay as before.
const history = process.argv.includes('--without-history') ? undefined : site.calendar.history
const problems = checkContent({ ...site, calendar: { ...site.calendar, history } })
for (const problem of problems) console.error(formatProblem(problem))
const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`
console.log(`content: ${site.texts.length} texts, ${count}`)
process.exitCode = problems.length > 0 ? 1 : 0
