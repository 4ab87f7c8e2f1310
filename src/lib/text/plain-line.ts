/** Sentence endings after which the next sentence follows directly. Between Chinese sentences there is no space. */
const ENDS = /[.!?:;,…]$/
const FULL_WIDTH_ENDS = /[。！？：；，、]$/

const join = (lines: readonly string[]): string =>
  lines.reduce((text, line) => {
    if (text === '' || FULL_WIDTH_ENDS.test(text)) return text + line
    return ENDS.test(text) ? `${text} ${line}` : `${text} · ${line}`
  }, '')

/** A text of several lines in one, for a list: no line runs into the next. */
export const oneLine = (text: string): string =>
  join(
    text
      .split(/\s*\n\s*/)
      .map((line) => line.trim())
      .filter(Boolean),
  )

/** The words of a Markdown text in one line, for a list: links by their words, signs left out, without parsing it. */
export const plainLine = (source: string): string =>
  oneLine(
    source
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/^[ \t]*(?:[-*+]|\d+[.)])[ \t]+/gm, '')
      .replace(/[*_`#>]+/g, '')
      .replace(/[ \t]+/g, ' '),
  )
