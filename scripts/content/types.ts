import type { fromMarkdown } from 'mdast-util-from-markdown'
import type { TextProblem } from '../../src/content/markdown/problems.ts'
import type { Locale } from '../../src/lib/i18n/locales.ts'
import type { Calendar } from '../../src/lib/text/content/date-problems.ts'
import type { Problem } from '../../src/lib/text/content/problem.ts'
import type { TextFile, TextFolder } from '../../src/lib/text/content/text-file.ts'

export type Markdown = ReturnType<typeof fromMarkdown>

/** A heading of a text. Its anchor is that of the English heading, in both languages. */
export interface Heading {
  readonly depth: number
  readonly line: number
  readonly text: string
  readonly anchor: string
}

export interface Link {
  readonly url: string
  readonly line: number
}

/** A Markdown file of src/content. Lines count from 1 in the file as the editor sees it. */
export interface Text {
  /** From the root of the project, with slashes: `src/content/docs/en/wallets.md`. */
  readonly file: string
  readonly folder: TextFolder
  readonly locale: Locale
  /** Path below the language, without the extension: `wallets`, or `wallets/keys` in `faq`. */
  readonly slug: string
  /** The whole file with LF line ends and without a byte order mark. */
  readonly source: string
  /** Lines of the source, figures not filled in. */
  readonly lines: readonly string[]
  /** Lines with figures filled in, but without code, link targets and HTML, which are blank. The front matter is included. */
  readonly prose: readonly string[]
  /** Fields as the build reads them, with figures filled in; empty when the front matter cannot be read. */
  readonly frontMatter: Readonly<Record<string, unknown>>
  /** The same file as the build reads it before YAML does. */
  readonly asFile: TextFile
  /** Set when the front matter is missing, not closed, or no YAML. */
  readonly unreadable?: Finding
  /** Number of the first line after the front matter. */
  readonly bodyLine: number
  /** The text below the front matter as Markdown, with figures filled in; positions count lines of the file. */
  readonly markdown: Markdown
  readonly headings: readonly Heading[]
  readonly links: readonly Link[]
  /** The line of a field of the front matter, or 1. */
  lineOf(field: string): number
}

export type { Problem }

/** A problem of the text that is checked. */
export type Finding = Omit<Problem, 'file'>

/** All texts, and what they refer to. */
export interface Site {
  /** Every file that was read, by its path from the root. */
  readonly files: ReadonlyMap<string, string>
  /** In the order of their paths. */
  readonly texts: readonly Text[]
  find(folder: TextFolder, locale: Locale, slug: string): Text | undefined
  /** The same text in the other language. */
  otherOf(text: Text): Text | undefined
  /** `true` for an address of the site without its language, anchor and query, with its closing slash: `/docs/wallets/`. */
  hasAddress(path: string): boolean
  /** Addresses of pages, for suggestions. */
  readonly addresses: readonly string[]
  /** The UTC day of the check. */
  readonly today: string
  /** Days of the check for the dates of the texts, and the history of their files where it is at hand. */
  readonly calendar: Calendar
  /** Addresses of src/pages, without those that are made from texts. */
  readonly ownPages: readonly string[]
  /** Mistakes in pictures, notes and tabs, by file, as the renderer of the build finds them. */
  readonly partMistakes: ReadonlyMap<string, readonly TextProblem[]>
  /** src/content/rates.json as it was before its last change; undefined where the history is not at hand. */
  readonly ratesBefore?: string
}

/** A family of rules, in a file of its own in scripts/content/rules. Both parts are pure. */
export interface Family {
  /** Called for every text. */
  readonly checkText?: (text: Text, site: Site) => Iterable<Finding>
  /** `true` for rules that earlier versions of legal texts keep as well. What they say stays as it was. */
  readonly isForEarlierVersions?: boolean
  /** Called once, for rules about several texts or about another file. */
  readonly checkSite?: (site: Site) => Iterable<Problem>
}
