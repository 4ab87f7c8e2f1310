import { toPlainText } from './plain-text.ts'

/** A field as it is written, without quotes, and its line in the file, from 1. A list in lines reads like one in brackets. */
interface Field {
  value: string
  line: number
}

export interface FrontMatter {
  fields: ReadonlyMap<string, Field>
  body: string
  /** Lines before the body. */
  bodyLine: number
}

const BLOCK = /^---\n([\s\S]*?)\n---(?:\n|$)/
const unquoted = (value: string): string => /^(['"])(.*)\1$/.exec(value)?.[2] ?? value

/** A value without its comment, which begins with a sign after a space, as in YAML. */
const withoutComment = (value: string): string => (/^['"]/.test(value) ? value : value.replace(/(?:^|\s+)#.*$/, ''))

/** Reads the fields of a Markdown file by lines: an error in one field leaves the others readable, with their lines. */
export function readFrontMatter(source: string): FrontMatter {
  const text = toPlainText(source)
  const [block = '', head = ''] = BLOCK.exec(text) ?? []
  const fields = new Map<string, Field>()
  let last: Field | undefined
  for (const [index, line] of head.split('\n').entries()) {
    const [, name, value = ''] = /^(\w+):\s*(.*?)\s*$/.exec(line) ?? []
    const [, item] = /^\s*-\s+(.*?)\s*$/.exec(line) ?? []
    if (name !== undefined) {
      last = { value: unquoted(withoutComment(value)), line: index + 2 }
      fields.set(name, last)
    } else if (item !== undefined && last) last.value += `${last.value ? ', ' : ''}${unquoted(item)}`
  }
  return { fields, body: text.slice(block.length), bodyLine: block.split('\n').length - 1 }
}

/** The items of a list field: `[a, b]`. */
export const listOf = (value: string): string[] =>
  value
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map((item) => unquoted(item.trim()))
    .filter((item) => item !== '')
