import type { FileHistory } from './date-problems.ts'
import { readFrontMatter } from './front-matter.ts'
import { fieldOf, isEarlierVersion, lineOf, pairsOf, type TextFile, type TextProblem } from './text-file.ts'

const nameOf = ({ slug }: TextFile): string => slug.split('/').at(-1) ?? slug

function earlierProblems(file: TextFile): TextProblem[] {
  const { place, text } = file
  const updated = fieldOf(file, 'updated')
  const problem = (line: number, message: string): TextProblem => ({ place, line, message })
  const lines = text.split('\n')
  const figure = lines.findIndex((line) => line.includes('{{'))
  return [
    ...(updated === nameOf(file)
      ? []
      : [problem(lineOf(file, 'updated'), `updated is ${updated}: an earlier version has the date of its file`)]),
    ...(figure < 0
      ? []
      : [problem(figure + 1, 'a figure of an earlier version would change with the rules: write the value it had')]),
  ]
}

/** Days on which versions of a text began to apply that are not among the files of its folder. */
function lostVersions(file: TextFile, kept: ReadonlySet<string>, history: FileHistory): TextProblem[] {
  const known = [history.head, ...history.changes.map(({ after }) => after)]
  const days = new Set(known.map((text) => fieldOf(readFrontMatter(text), 'updated')))
  return [...days].flatMap((day) =>
    day === undefined || day === fieldOf(file, 'updated') || kept.has(`${file.locale}/${file.slug}/${day}`)
      ? []
      : [
          {
            place: file.place,
            line: lineOf(file, 'updated'),
            message: `the version of ${day} would be lost: run "npm run content -- keep ${file.slug} ${day}"`,
          },
        ],
  )
}

const ofOneLanguage = ({ en, zh }: Partial<Record<'en' | 'zh', TextFile>>): TextProblem[] => {
  const [only] = [en, zh].filter((file) => file !== undefined)
  if (!only || (en && zh)) return []
  const missing = only.place.replace(`/${only.locale}/`, only.locale === 'en' ? '/zh/' : '/en/')
  return [
    { place: only.place, line: 1, message: `${missing} is missing: both languages of a legal text apply together` },
  ]
}

/** Fields that would let one language of a legal text apply without the other. */
const refusedFields = ['draft', 'translationOf']

/** Problems of the legal texts: versions that are not kept, or not in both languages, or that change with the rules. */
export function legalProblems(
  files: readonly TextFile[],
  history: ReadonlyMap<string, FileHistory> | undefined,
): TextProblem[] {
  const legal = files.filter(({ folder }) => folder === 'legal')
  const kept = new Set(legal.filter(isEarlierVersion).map(({ locale, slug }) => `${locale}/${slug}`))
  return [
    ...pairsOf(legal).flatMap(ofOneLanguage),
    ...legal.flatMap((file) =>
      refusedFields
        .filter((name) => file.fields.has(name))
        .map((name) => ({
          place: file.place,
          line: lineOf(file, name),
          message: `a legal text has no ${name}: take it out`,
        })),
    ),
    ...legal.filter(isEarlierVersion).flatMap(earlierProblems),
    ...legal.flatMap((file) => {
      const known = isEarlierVersion(file) ? undefined : history?.get(file.place)
      return known ? lostVersions(file, kept, known) : []
    }),
  ]
}
