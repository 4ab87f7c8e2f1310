import type { Locale } from '../../i18n/locales.ts'
import { type FrontMatter, listOf } from './front-matter.ts'

export const textFolders = ['docs', 'guide', 'faq', 'pages', 'legal'] as const
export type TextFolder = (typeof textFolders)[number]

/** A text of src/content as its file has it. */
export interface TextFile extends FrontMatter {
  folder: TextFolder
  locale: Locale
  /** Path below the language, without `.md`: the same in both languages. */
  slug: string
  /** From the project's root: `src/content/docs/en/wallets.md`. */
  place: string
  text: string
  /** Address without its language: `/docs/wallets/`, `/faq/wallets/#keys`. */
  address: string
  isDraft: boolean
}

/** Texts of `pages` that are a part of a page with another address. */
const parts: Readonly<Record<string, string>> = { 'bug-report': '/help/#report' }

/** The address of a text, without its language. */
export function addressOf(folder: TextFolder, slug: string): string {
  if (folder === 'faq') return `/faq/${slug.replace('/', '/#')}`
  if (folder === 'pages') return parts[slug] ?? `/${slug}/`
  return folder === 'legal' ? `/${slug}/` : `/${folder}/${slug}/`
}

/** A field's value, or undefined if the text does not have it. */
export const fieldOf = ({ fields }: Pick<FrontMatter, 'fields'>, name: string): string | undefined =>
  fields.get(name)?.value

/** The line of a field, or the first one of the file. */
export const lineOf = ({ fields }: Pick<FrontMatter, 'fields'>, name: string): number => fields.get(name)?.line ?? 1

/** Addresses of pages that have moved to a text, without their language. */
export const aliasesOf = (file: Pick<FrontMatter, 'fields'>): string[] => listOf(fieldOf(file, 'aliases') ?? '')

/** Earlier versions of a legal text are in a folder with its name, each named by its date. */
export const isEarlierVersion = ({ folder, slug }: Pick<TextFile, 'folder' | 'slug'>): boolean =>
  folder === 'legal' && slug.includes('/')

/** Each text with its file in each language, in the order of the files. */
export function pairsOf(files: readonly TextFile[]): Partial<Record<Locale, TextFile>>[] {
  const pairs = new Map<string, Partial<Record<Locale, TextFile>>>()
  for (const file of files) {
    const key = `${file.folder}/${file.slug}`
    pairs.set(key, { ...pairs.get(key), [file.locale]: file })
  }
  return [...pairs.values()]
}
