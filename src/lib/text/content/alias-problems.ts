import { aliasesOf, lineOf, pairsOf, type TextFile, type TextProblem } from './text-file.ts'

/** First parts of addresses that are no texts: the app, the service, files of the build, and the other language. */
const reserved = new Set([
  ...['user', 'messages', 'watch', 'zh'],
  ...['api', 'agent', 'host', 'downloads', 'operate', 'healthz', 'readyz'],
  ...['_astro', 'fonts', 'lazy', 'pictures'],
])
const ADDRESS = /^\/(?:[a-z0-9]+(?:-[a-z0-9]+)*\/)+$/

/** The problem of an address by itself. */
function malformed(alias: string): string | undefined {
  const first = alias.split('/')[1] ?? ''
  if (first === 'zh') return `alias ${alias}: write it without /zh, it leads to the text in both languages`
  if (!ADDRESS.test(alias))
    return `alias ${alias} is no address: write it like /docs/old-name/, with a slash at both ends and no capitals`
  return reserved.has(first) ? `alias ${alias}: addresses below /${first}/ belong to the service` : undefined
}

const pageOf = ({ address }: TextFile): string => address.replace(/#.*$/, '')

/**
 * Problems of the aliases: no addresses, those of existing pages or of other texts, and languages that differ. `pages` are the
 * addresses of pages that are no texts, without their language.
 */
export function aliasProblems(files: readonly TextFile[], pages: readonly string[]): TextProblem[] {
  const existing = new Map(files.filter(({ isDraft }) => !isDraft).map((file) => [pageOf(file), file.place]))
  for (const page of pages) existing.set(page, 'src/pages')
  const taken = new Map<string, TextFile>()
  const problems: TextProblem[] = []
  for (const file of files) {
    const add = (message: string) => problems.push({ place: file.place, line: lineOf(file, 'aliases'), message })
    const own = new Set<string>()
    for (const alias of aliasesOf(file)) {
      const holder = taken.get(alias)
      const wrong = malformed(alias)
      if (wrong) add(wrong)
      else if (existing.has(alias)) add(`alias ${alias} is the address of an existing page (${existing.get(alias)})`)
      else if (own.has(alias)) add(`alias ${alias} is written twice`)
      else if (holder && holder.address !== file.address) add(`alias ${alias} is an alias of ${holder.place} as well`)
      else taken.set(alias, file)
      own.add(alias)
    }
  }
  for (const { en, zh } of pairsOf(files)) {
    if (!en || !zh) continue
    const [english, chinese] = [aliasesOf(en).join(', '), aliasesOf(zh).join(', ')]
    if (english !== chinese)
      problems.push({
        place: zh.place,
        line: lineOf(zh, 'aliases'),
        message: `aliases are [${chinese}] here and [${english}] in English: write the same in both languages`,
      })
  }
  return problems
}
