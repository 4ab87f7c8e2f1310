import type { Family, Finding, Text } from '../types.ts'

/** Signs of Markdown as a Chinese input method types them. */
const halfWidth: Readonly<Record<string, string>> = {
  '【': '[',
  '】': ']',
  '！': '!',
  '、': '. ',
  '．': '. ',
  '＃': '#',
  '：': ':',
  '｛': '{',
  '｝': '}',
  '＊': '*',
  '｀': '`',
  '｜': '|',
}
const inAddress: Readonly<Record<string, string>> = { '（': '(', '）': ')', '／': '/', '．': '.', '：': ':', '＃': '#' }

const replaced = (words: string, signs: Readonly<Record<string, string>>) =>
  [...words].map((sign) => signs[sign] ?? sign).join('')
const withDigits = (words: string) =>
  words.replace(/[０-９]/g, (digit) => String.fromCodePoint((digit.codePointAt(0) ?? 0) - 0xfee0))

const toMarkdown = (words: string) => replaced(words, halfWidth)
const toLink = (words: string) =>
  words.replace(
    /^(.*[\]】])([（(].*)$/u,
    (_, label: string, address: string) => toMarkdown(label) + replaced(address, inAddress),
  )
const toEntry = (words: string) => withDigits(words).replace(/^(\d+)[、．.]\s*/u, (_, digits: string) => `${digits}. `)

const rules: readonly { readonly pattern: RegExp; readonly write: (words: string) => string }[] = [
  { pattern: /^\s*(：{2,}\w*)/u, write: toMarkdown },
  { pattern: /^\s*(＃+.*)$/u, write: toMarkdown },
  { pattern: /^\s*(｜.*)$/u, write: toMarkdown },
  { pattern: /^\s*((?:\d+[、．]|[０-９]+[、．.])\s*.*)$/u, write: toEntry },
  { pattern: /(｛{1,2}\s*[a-z]\w*[.．]\w+\s*[｝}]{0,2}|\{\s*｛[^｛｝{}]*[｝}]{0,2})/u, write: toMarkdown },
  { pattern: /([[【][^[\]【】]*[\]】]（(?:\.{0,2}[/／]|https?[:：])[^（）()]*[）)])/u, write: toLink },
  { pattern: /([[【][^[\]【】]*】\([^（）()]*[）)])/u, write: toLink },
  // The prose lacks the closing bracket, which belongs to the address.
  { pattern: /(！\[[^\]\s]+)/u, write: toMarkdown },
  { pattern: /(＊＊|｀)/u, write: toMarkdown },
]

function* checkText({ prose, bodyLine }: Text): Generator<Finding> {
  for (const [index, line] of prose.entries()) {
    if (index + 1 < bodyLine) continue
    for (const { pattern, write } of rules) {
      const [, words] = pattern.exec(line) ?? []
      if (words === undefined) continue
      yield {
        line: index + 1,
        rule: 'full-width',
        problem: `“${words}” has full-width signs, which Markdown does not read.`,
        remedy: `Write ${write(words)}`,
      }
    }
  }
}

/** Signs that a Chinese input method types in their full width: Markdown shows them as they stand. */
export const fullWidthRules: Family = { checkText }
