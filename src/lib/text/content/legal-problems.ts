import { utcDayStart } from '../../time/format.ts'
import type { FileHistory } from './date-problems.ts'
import { isMoreThanSpelling } from './dates.ts'
import { readFrontMatter } from './front-matter.ts'
import type { Problem } from './problem.ts'
import { fieldOf, isEarlierVersion, lineOf, type TextFile } from './text-file.ts'

const rule = 'legal-version'
const nameOf = ({ slug }: TextFile): string => slug.split('/').at(-1) ?? slug

function earlierProblems(file: TextFile): Problem[] {
  // Other names are reported by their place.
  if (utcDayStart(nameOf(file)) === undefined) return []
  const updated = fieldOf(file, 'updated')
  const figure = file.text.split('\n').findIndex((line) => line.includes('{{'))
  const problems: Problem[] = []
  if (updated !== nameOf(file))
    problems.push({
      file: file.place,
      line: lineOf(file, 'updated'),
      rule,
      problem: `“updated” is ${updated ?? 'missing'}, and the file is named ${nameOf(file)}.md.`,
      remedy: `Write updated: ${nameOf(file)}, or rename the file in both languages.`,
    })
  if (figure >= 0)
    problems.push({
      file: file.place,
      line: figure + 1,
      rule,
      problem: 'A figure of an earlier version would change with the rules.',
      remedy: 'Write the value it had.',
    })
  return problems
}

/** Users agreed to an earlier version as it was kept. */
function changedVersion(file: TextFile, { changes, head }: FileHistory): Problem[] {
  const original = changes.at(-1)?.after ?? head
  if (!isMoreThanSpelling(original, file.text)) return []
  return [
    {
      file: file.place,
      line: 1,
      rule,
      problem: `The version of ${nameOf(file)} is not as it was kept, and users agreed to those words.`,
      remedy: 'Undo the change here; a new rule belongs in the text in force.',
    },
  ]
}

/** Days on which versions of a text began to apply that are not among the files of its folder. */
function lostVersions(file: TextFile, kept: ReadonlySet<string>, history: FileHistory): Problem[] {
  const known = [history.head, ...history.changes.map(({ after }) => after)]
  const days = new Set(known.map((text) => fieldOf(readFrontMatter(text), 'updated')))
  return [...days].flatMap((day) =>
    day === undefined || day === fieldOf(file, 'updated') || kept.has(`${file.locale}/${file.slug}/${day}`)
      ? []
      : [
          {
            file: file.place,
            line: lineOf(file, 'updated'),
            rule,
            problem: `The version of ${day} would be lost.`,
            remedy: `Run npm run content -- keep ${file.slug} ${day}`,
          },
        ],
  )
}

/** A version in force has to apply after every kept one: its day is its name. */
function takenDay(file: TextFile, kept: ReadonlySet<string>): Problem[] {
  const place = `${file.locale}/${file.slug}/`
  const days = [...kept].filter((version) => version.startsWith(place)).map((version) => version.slice(place.length))
  const updated = fieldOf(file, 'updated') ?? ''
  const latest = days.sort().at(-1)
  if (latest === undefined || latest < updated || utcDayStart(latest) === undefined) return []
  return [
    {
      file: file.place,
      line: lineOf(file, 'updated'),
      rule: 'legal-version',
      problem: `“updated” is ${updated}, and the version of ${latest} is kept.`,
      remedy: `Write a later day, from which this version applies; if the one of ${latest} was never published, remove its files in both languages.`,
    },
  ]
}

/** A version in force that says nothing about its changes to those who agreed to an earlier one. */
function missingSummary(file: TextFile, kept: ReadonlySet<string>): Problem[] {
  const hasEarlier = [...kept].some((version) => version.startsWith(`${file.locale}/${file.slug}/`))
  if (!hasEarlier || fieldOf(file, 'summary') !== undefined) return []
  return [
    {
      file: file.place,
      line: lineOf(file, 'updated'),
      rule: 'legal-summary',
      problem: 'The field “summary” is missing: the app tells users of earlier versions what has changed.',
      remedy:
        'Add a line that says it in a sentence, such as summary: The fee of a withdrawal is shown before it is confirmed.',
    },
  ]
}

/** A summary that was copied from the version before would announce old changes again. */
function repeatedSummary(file: TextFile, versions: readonly TextFile[]): Problem[] {
  const summary = fieldOf(file, 'summary')
  const same = versions.find(
    (other) =>
      isEarlierVersion(other) &&
      other.locale === file.locale &&
      other.slug.startsWith(`${file.slug}/`) &&
      fieldOf(other, 'summary') === summary,
  )
  if (summary === undefined || !same) return []
  return [
    {
      file: file.place,
      line: lineOf(file, 'summary'),
      rule: 'legal-summary',
      problem: `“summary” is that of the version of ${nameOf(same)}.`,
      remedy: 'Say what this version changes.',
    },
  ]
}

/** Problems of the versions of legal texts: those that are not kept, and kept ones that change with the rules, and the summary of the one in force. */
export function legalProblems(
  files: readonly TextFile[],
  history: ReadonlyMap<string, FileHistory> | undefined,
): Problem[] {
  const legal = files.filter(({ folder }) => folder === 'legal')
  const kept = new Set(legal.filter(isEarlierVersion).map(({ locale, slug }) => `${locale}/${slug}`))
  return legal.flatMap((file) => {
    const known = history?.get(file.place)
    if (isEarlierVersion(file)) return [...earlierProblems(file), ...(known ? changedVersion(file, known) : [])]
    return [
      ...(known ? lostVersions(file, kept, known) : []),
      ...takenDay(file, kept),
      ...missingSummary(file, kept),
      ...repeatedSummary(file, legal),
    ]
  })
}
