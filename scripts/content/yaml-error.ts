import type { Finding } from './types.ts'

/** The parser's error: `mark.line` counts from 0 at the opening fence. */
export interface YamlError extends Error {
  readonly reason?: string
  readonly mark?: { readonly line: number }
}

const cases: readonly { matches: (line: string, reason: string) => boolean; problem: string; remedy: string }[] = [
  {
    matches: (line) => /^\s*\t|^[\w-]+:\t/.test(line),
    problem: 'There is a tab in the front matter.',
    remedy: 'Write spaces in its place.',
  },
  {
    matches: (_, reason) => reason.includes('duplicated mapping key'),
    problem: 'The field stands there twice.',
    remedy: 'Remove one of the two lines.',
  },
  {
    matches: (line) => /^[\w-]+:\s+[^"'\s].*:(?:\s|$)/.test(line),
    problem: 'The text has a colon in it, which begins another field.',
    remedy: 'Put the whole text between double quotes.',
  },
  {
    matches: (line) => /^[\w-]+:\s+["']/.test(line),
    problem: 'The quotation marks around the text do not match.',
    remedy: 'Begin and end the text with a double quote, and write no other double quote in it.',
  },
  {
    matches: (line) => /^[\w-]+:\S/.test(line),
    problem: 'There is no space after the colon.',
    remedy: 'Write a space after the colon.',
  },
  {
    matches: (line) => /^[\w-]+:\s+[@`%&*!|>[\]{}#,?-]/.test(line),
    problem: 'The text begins with a sign that has a meaning of its own in front matter.',
    remedy: 'Put the whole text between double quotes.',
  },
]

/** A text that begins with a quotation mark and ends without it. */
function isUnclosed(line: string): boolean {
  const [, mark, rest = ''] = /^[\w-]+:\s+(["'])(.*)$/.exec(line.trimEnd()) ?? []
  return mark !== undefined && !rest.endsWith(mark)
}

/** Tells an editor the remedy for front matter that is no YAML. */
export function describeYamlError({ reason, message, mark }: YamlError, lines: readonly string[]): Finding {
  // A line without a colon that YAML knows joins its neighbours, so that the parser names one of those.
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---')
  const wide = lines.findIndex((line, index) => index < end && /^[\w-]+\s*：/.test(line)) + 1
  if (wide > 0) {
    const [, field = ''] = /^([\w-]+)/.exec(lines[wide - 1] ?? '') ?? []
    return {
      line: wide,
      rule: 'front-matter',
      problem: `The colon after “${field}” is a full-width one.`,
      remedy: `Write ${field}: with the colon of an English keyboard and a space.`,
    }
  }
  // Some errors are noticed in the line after.
  const noticed = (mark?.line ?? 0) + 1
  const unclosed = reason?.includes('quoted scalar') ? lines.findIndex(isUnclosed) + 1 : 0
  if (unclosed > 0) {
    const remedy = 'Begin and end the text with a double quote, and write no other double quote in it.'
    return { line: unclosed, rule: 'front-matter', problem: 'The quotation mark is not closed.', remedy }
  }
  for (const line of [noticed, noticed - 1]) {
    const text = lines[line - 1] ?? ''
    const known = cases.find(({ matches }) => matches(text, reason ?? ''))
    if (known && line > 1) return { line, rule: 'front-matter', problem: known.problem, remedy: known.remedy }
  }
  return {
    line: noticed,
    rule: 'front-matter',
    problem: `The front matter cannot be read: ${reason ?? message}.`,
    remedy: 'Write each field on a line of its own, as: name, colon, space, text.',
  }
}
