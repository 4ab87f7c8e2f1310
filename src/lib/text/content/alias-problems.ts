import type { Problem } from './problem.ts'
import { aliasesOf, lineOf, pairsOf, type TextFile } from './text-file.ts'

/** First parts of addresses that are no texts: the app, the service, files of the build, and the other language. */
const reserved = new Set([
  ...['user', 'messages', 'watch', 'zh'],
  ...['api', 'agent', 'host', 'downloads', 'operate', 'healthz', 'readyz'],
  ...['_astro', 'fonts', 'lazy', 'pictures'],
])
const ADDRESS = /^\/(?:[a-z0-9]+(?:-[a-z0-9]+)*\/)+$/

type Message = Pick<Problem, 'problem' | 'remedy'>

/** The problem of an address by itself. */
function malformed(alias: string): Message | undefined {
  const first = alias.split('/')[1] ?? ''
  if (first === 'zh')
    return {
      problem: `The alias ${alias} names a language.`,
      remedy: 'Write it without /zh: it leads to the text in both languages.',
    }
  if (!ADDRESS.test(alias))
    return {
      problem: `The alias ${alias} is no address.`,
      remedy: 'Write it like /docs/old-name/, with a slash at both ends and no capitals.',
    }
  if (!reserved.has(first)) return undefined
  return {
    problem: `The alias ${alias} belongs to the service.`,
    remedy: `Remove it: no text was ever below /${first}/.`,
  }
}

const pageOf = ({ address }: TextFile): string => address.replace(/#.*$/, '')

/**
 * Problems of the aliases: no addresses, those of existing pages or of other texts, and languages that differ. `pages` are the
 * addresses of pages that are no texts, without their language.
 */
export function aliasProblems(files: readonly TextFile[], pages: readonly string[]): Problem[] {
  const existing = new Map(files.filter(({ isDraft }) => !isDraft).map((file) => [pageOf(file), file.place]))
  for (const page of pages) existing.set(page, 'src/pages')
  const taken = new Map<string, TextFile>()
  const problems: Problem[] = []
  const add = (file: TextFile, message: Message) =>
    problems.push({ file: file.place, line: lineOf(file, 'aliases'), rule: 'alias', ...message })
  const problemOf = (alias: string, file: TextFile, own: ReadonlySet<string>): Message | undefined => {
    const holder = taken.get(alias)
    const wrong = malformed(alias)
    if (wrong) return wrong
    if (existing.has(alias))
      return {
        problem: `The alias ${alias} is the address of a page (${existing.get(alias)}).`,
        remedy: 'Remove it, or rename that page first.',
      }
    if (own.has(alias)) return { problem: `The alias ${alias} is written twice.`, remedy: 'Remove one of the two.' }
    if (holder && holder.address !== file.address)
      return {
        problem: `The alias ${alias} is one of ${holder.place} as well.`,
        remedy: 'Leave it with the text that its readers look for.',
      }
    return undefined
  }
  for (const file of files) {
    const own = new Set<string>()
    for (const alias of aliasesOf(file)) {
      const message = problemOf(alias, file, own)
      if (message) add(file, message)
      else taken.set(alias, file)
      own.add(alias)
    }
  }
  for (const { en, zh } of pairsOf(files)) {
    if (!en || !zh) continue
    const [english, chinese] = [aliasesOf(en).join(', '), aliasesOf(zh).join(', ')]
    if (english !== chinese)
      add(zh, {
        problem: `“aliases” is [${chinese}] here, and [${english}] in English.`,
        remedy: 'Write the same in both languages.',
      })
  }
  return problems
}
