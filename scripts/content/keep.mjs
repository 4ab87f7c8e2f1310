// Keeps a version of a legal text before it changes, in both languages, with its figures written out:
// npm run content -- keep terms [DATE]
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readFrontMatter } from '../../src/lib/text/content/front-matter.ts'
import { fillFigures } from '../../src/lib/text/figures.ts'
import { fail, root as project } from '../lib/setup.mjs'
import { readHistory } from './history.mjs'

const dateOf = (text) => readFrontMatter(text).fields.get('updated')?.value

/** The texts that a file has had, the newest first: as it is, as committed last, and before. */
function versionsOf(root, place, history) {
  const known = history?.get(place)
  const committed = known ? [known.head, ...known.changes.map(({ after }) => after)] : []
  return [...committed, readFileSync(path.join(root, place), 'utf8')]
}

/** Returns the lines to print. Throws for an unknown text or date. */
export function keepVersion(root, [legal, date]) {
  const current = (locale) => `src/content/legal/${locale}/${legal}.md`
  if (!legal || !existsSync(path.join(root, current('en'))))
    throw new Error('Usage: npm run content -- keep terms [DATE], or privacy')
  const history = readHistory(root, 'src/content/legal')
  const english = versionsOf(root, current('en'), history)
  const day = date ?? dateOf(english[0])
  const kept = ['en', 'zh'].map((locale) => {
    const text = versionsOf(root, current(locale), history).find((one) => dateOf(one) === day)
    if (text === undefined) throw new Error(`${current(locale)} has never had the date ${day}`)
    return { file: `src/content/legal/${locale}/${legal}/${day}.md`, text: fillFigures(text, locale) }
  })
  for (const { file, text } of kept) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    if (existsSync(path.join(root, file))) throw new Error(`${file} exists already`)
    writeFileSync(path.join(root, file), text)
  }
  return [
    ...kept.map(({ file }) => `${file} is kept`),
    `Now change ${current('en')} and ${current('zh')}, write the day from which the change applies as updated, and what changes as summary.`,
  ]
}

if (import.meta.main) {
  try {
    for (const line of keepVersion(project, process.argv.slice(2))) console.log(line)
  } catch (error) {
    fail(error.message)
  }
}
