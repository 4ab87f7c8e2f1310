import { figures, typedFigures } from '../../../src/lib/text/figures.ts'
import { nearest } from '../nearest.ts'
import type { Family, Finding, Problem, Site, Text } from '../types.ts'

const LIST = 'src/lib/text/figures.ts'
const names = Object.keys(figures)
const named = /\{\{([^=}\n][^}\n]*)\}\}/g

function* unknownFigures({ lines }: Text): Generator<Finding> {
  for (const [index, line] of lines.entries())
    for (const [, name = ''] of line.matchAll(named)) {
      if (Object.hasOwn(figures, name)) continue
      const known = nearest(name.trim(), names)
      yield {
        line: index + 1,
        rule: 'figure-unknown',
        problem: `There is no figure {{${name}}}.`,
        remedy: known ? `Write {{${known}}}.` : `The figures are listed in ${LIST}.`,
      }
    }
}

/** Figures that a reader sees with these digits. */
function namesOf(digits: string, locale: Text['locale']): string[] {
  const plain = digits.replace(/[^\d.,:%]+.*$|[.,:]+$/g, '')
  return Object.entries(figures)
    .filter(([, text]) => text[locale].split(' ')[0] === plain)
    .map(([name]) => `{{${name}}}`)
}

/** A name of a figure between braces that are not two on both sides. Whole placeholders are filled in already. */
const halfBraces = /\{+\s*([a-z]\w*\.\w+)\s*\}+/gi

function* halfNamed({ prose }: Text): Generator<Finding> {
  for (const [index, line] of prose.entries())
    for (const [whole, name = ''] of line.matchAll(halfBraces))
      yield {
        line: index + 1,
        rule: 'figure-braces',
        problem: `${whole} shows as it stands.`,
        remedy: `Write {{${nearest(name, names) ?? name}}}, with two braces on both sides.`,
      }
}

function* digitsTyped({ source, locale }: Text): Generator<Finding> {
  for (const { line, digits } of typedFigures(source)) {
    const candidates = namesOf(digits, locale).slice(0, 3).join(' or ') || `the name of a figure (${LIST})`
    yield {
      line,
      rule: 'figure-typed',
      problem: `“${digits}” is typed by hand.`,
      remedy: `Write ${candidates} where it is a limit, a fee or a time of ours, and {{=${digits}}} where it is part of a name.`,
    }
  }
}

/** A limit of the rules that no text tells. */
function* untoldFigures({ texts, files }: Site): Generator<Problem> {
  const used = new Set(texts.flatMap(({ source }) => [...source.matchAll(named)].map(([, name]) => name)))
  const list = (files.get(LIST) ?? '').split('\n')
  for (const name of names)
    if (!used.has(name))
      yield {
        file: LIST,
        line: list.findIndex((line) => line.includes(`'${name}':`)) + 1,
        rule: 'figure-unused',
        problem: `No text tells the figure {{${name}}}.`,
        remedy: 'Name it in a text in both languages, or remove its line.',
      }
}

export const figureRules: Family = {
  *checkText(text) {
    yield* unknownFigures(text)
    yield* halfNamed(text)
    yield* digitsTyped(text)
  },
  checkSite: untoldFigures,
}
