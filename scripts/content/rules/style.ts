import type { Locale } from '../../../src/lib/i18n/locales.ts'
import type { Family, Finding, Text } from '../types.ts'

interface StyleRule {
  readonly rule: string
  readonly locale: Locale
  /** Finds the offending sign; the message quotes the words around it. */
  readonly pattern: RegExp
  readonly problem: string
  /** The same words as they should be, or a sentence. */
  readonly remedy: string | ((words: string) => string)
}

const han = '\\p{Script=Han}'
const spaced = (words: string) =>
  words
    .replace(new RegExp(`(${han})([A-Za-z0-9])`, 'gu'), '$1 $2')
    .replace(new RegExp(`([A-Za-z0-9%])(${han})`, 'gu'), '$1 $2')
const fullWidth: Readonly<Record<string, string>> = {
  ',': '，',
  '.': '。',
  ';': '；',
  ':': '：',
  '!': '。',
  '?': '？',
  '(': '（',
  ')': '）',
}
const widened = (words: string) =>
  words.replace(
    new RegExp(`(${han})([,.;:!?()])\\s*`, 'gu'),
    (_, before: string, sign: string) => before + (fullWidth[sign] ?? sign),
  )

const rules: readonly StyleRule[] = [
  {
    rule: 'exclamation-mark',
    locale: 'en',
    pattern: /!/u,
    problem: 'has an exclamation mark, which our English does without',
    remedy: 'End the sentence with a full stop.',
  },
  {
    rule: 'em-dash',
    locale: 'en',
    pattern: /—/u,
    problem: 'has an em dash, which our English does without',
    remedy: 'Write a comma, a colon or two sentences.',
  },
  {
    rule: 'chinese-in-english',
    locale: 'en',
    pattern: /\p{Script=Han}+/u,
    problem: 'is Chinese in an English text',
    remedy: 'Translate it.',
  },
  {
    rule: 'exclamation-mark',
    locale: 'zh',
    pattern: /！/u,
    problem: 'has an exclamation mark, which our Chinese does without',
    remedy: 'End the sentence with 。',
  },
  {
    rule: 'half-width-punctuation',
    locale: 'zh',
    pattern: new RegExp(`${han}[,.;:!?()]`, 'u'),
    problem: 'has Western punctuation after Chinese',
    remedy: (words) => `Write “${widened(words)}”.`,
  },
  {
    rule: 'space-beside-latin',
    locale: 'zh',
    pattern: new RegExp(`${han}[A-Za-z0-9]|[A-Za-z0-9%]${han}`, 'u'),
    problem: 'is Chinese without a space beside Latin letters or digits',
    remedy: (words) => `Write “${spaced(words)}”.`,
  },
]

/** The sign with the words around it, of which a reader of the message finds the place. */
function wordsAround(line: string, index: number, length: number): string {
  const before = /[\p{L}\p{N}%]{0,12}[^\p{L}\p{N}]?$/u.exec(line.slice(0, index))?.[0] ?? ''
  const after = /^[^\p{L}\p{N}]?[\p{L}\p{N}%]{0,12}/u.exec(line.slice(index + length))?.[0] ?? ''
  return (before + line.slice(index, index + length) + after).trim()
}

/** The name of a field is no part of its text. */
const textOf = (line: string, isField: boolean) =>
  isField ? line.replace(/^[\w-]+: /, (name) => ' '.repeat(name.length)) : line

/** One finding of a rule for a line: the others are mended with it. */
function* checkText({ prose, locale, bodyLine }: Text): Generator<Finding> {
  for (const [index, line] of prose.entries()) {
    const text = textOf(line, index + 1 < bodyLine)
    for (const { rule, pattern, problem, remedy } of rules.filter((one) => one.locale === locale)) {
      const found = pattern.exec(text)
      if (!found) continue
      const words = wordsAround(text, found.index, found[0].length)
      yield {
        line: index + 1,
        rule,
        problem: `“${words}” ${problem}.`,
        remedy: typeof remedy === 'string' ? remedy : remedy(words),
      }
    }
  }
}

export const styleRules: Family = { checkText }
