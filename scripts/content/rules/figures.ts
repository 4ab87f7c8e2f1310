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

function* digitsTyped({ source }: Text): Generator<Finding> {
  for (const { line, digits } of typedFigures(source))
    yield {
      line,
      rule: 'figure-typed',
      problem: `“${digits}” is typed by hand.`,
      remedy: `Write the name of the figure, as in {{devices.codeLife}} (the names are in ${LIST}), or {{=${digits}}} where the digits are part of a name.`,
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
    yield* digitsTyped(text)
  },
  checkSite: untoldFigures,
}
