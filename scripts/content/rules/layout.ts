import { nodesIn } from '../text.ts'
import type { Family, Finding, Text } from '../types.ts'

/** Markdown that is valid and shows something else than its author meant. */

const at = (index: number, rule: string, problem: string, remedy: string): Finding => ({
  line: index + 1,
  rule,
  problem,
  remedy,
})

/** The first line of a block of code that is never closed, from 0. */
function openFence(lines: readonly string[]): number | undefined {
  let open: { index: number; fence: string } | undefined
  for (const [index, line] of lines.entries()) {
    const [, fence = '', rest = ''] = /^\s*(`{3,}|~{3,})(.*)$/.exec(line) ?? []
    if (!fence) continue
    if (!open) open = { index, fence }
    else if (fence[0] === open.fence[0] && fence.length >= open.fence.length && rest.trim() === '') open = undefined
  }
  return open?.index
}

const cellsOf = (line: string): number =>
  line
    .replaceAll('\\|', '')
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|').length
const isRow = (line: string | undefined): line is string => line?.trimStart().startsWith('|') ?? false
const isRule = (line: string | undefined): boolean => /^\s*\|?(?:\s*:?-+:?\s*\|?)+$/.test(line ?? '')

/** Rows with fewer or more cells than their table: the rest of a row is left empty, and what is too much is dropped. */
function* tables({ prose, bodyLine }: Text): Generator<Finding> {
  for (let index = bodyLine - 1; index < prose.length; index += 1) {
    if (!isRow(prose[index]) || !isRow(prose[index + 1])) continue
    const [head = '', rule = ''] = [prose[index], prose[index + 1]]
    if (!isRule(rule)) {
      const remedy = `Write a line of hyphens below the head: |${' - |'.repeat(cellsOf(head))}`
      yield at(index, 'table', 'The table shows as it stands, with its lines.', remedy)
    }
    const columns = cellsOf(head)
    for (index += 1; isRow(prose[index]); index += 1) {
      const cells = cellsOf(prose[index] ?? '')
      if (cells !== columns && isRule(rule))
        yield at(
          index,
          'table',
          `The row has ${cells} ${cells === 1 ? 'cell' : 'cells'}, and the head of the table has ${columns}.`,
          'Write a | for each cell, also for an empty one; a | within a text is written \\|',
        )
    }
  }
}

/** Signs that were to change the words beside them, and show as they stand. */
function* leftovers({ prose, bodyLine, markdown }: Text): Generator<Finding> {
  for (const [index, line] of prose.entries()) {
    if (index + 1 < bodyLine) continue
    if (line.replaceAll('\\`', '').includes('`'))
      yield at(index, 'code', 'A code begins with ` and does not end.', 'Write ` before and after it, in one line.')
    const [, sign, word] = /^\s*([-+]|\d+[.)])(?=[\p{L}*[])(\S+)/u.exec(line) ?? []
    if (sign && word)
      yield at(index, 'list', `“${sign}${word}” is no entry of a list without a space.`, `Write ${sign} ${word}`)
  }
  for (const node of nodesIn(markdown)) {
    if (node.type !== 'text') continue
    const [before] = node.value.split('**')
    if (before === undefined || before === node.value) continue
    const line = (node.position?.start.line ?? 1) + before.split('\n').length - 1
    yield at(
      line - 1,
      'emphasis',
      'The signs ** show as they stand.',
      'Write **bold** with both pairs close to the words, and punctuation marks outside of them.',
    )
  }
}

/** Code that its author did not mean, or that does not run when it is copied. */
function* code({ markdown, lines }: Text): Generator<Finding> {
  for (const node of nodesIn(markdown)) {
    if (node.type !== 'code' && node.type !== 'inlineCode') continue
    const index = (node.position?.start.line ?? 1) - 1
    if (node.type === 'code' && !/^[\s>\d.)*+-]*(?:```|~~~)/.test(lines[index] ?? ''))
      yield at(
        index,
        'code',
        'The paragraph is indented by four spaces, which makes code of it.',
        'Begin it at the start of the line; write code between lines of ```.',
      )
    const quote = node.type === 'code' ? /[“”‘’]/.exec(node.value) : undefined
    if (quote) {
      const inside = node.value.slice(0, quote.index).split('\n').length
      yield at(
        index + inside,
        'code',
        `The sign ${quote[0]} in code is no quotation mark for a program.`,
        'Write straight ones, " or \'.',
      )
    }
  }
}

/** Lines inside tabs, whose headings are the same on every page. */
function tabLines(lines: readonly string[]): ReadonlySet<number> {
  const inside = new Set<number>()
  let fence = ''
  for (const [index, line] of lines.entries()) {
    const [, colons = '', name = ''] = /^(:{3,})\s*(\w*)/.exec(line) ?? []
    if (!fence && name === 'tabs') fence = colons
    else if (fence && colons === fence && !name) fence = ''
    if (fence) inside.add(index + 1)
  }
  return inside
}

function* repeatedHeadings({ headings, lines }: Text): Generator<Finding> {
  const inTabs = tabLines(lines)
  const seen = new Map<string, number>()
  for (const { text, line } of headings) {
    const first = seen.get(text)
    if (first === undefined) seen.set(text, line)
    else if (!inTabs.has(line))
      yield at(
        line - 1,
        'heading-twice',
        `“${text}” is the heading of line ${first} as well.`,
        'Word one of them otherwise: contents and links tell them apart by it.',
      )
  }
}

/** The marks of git in a file that two people have changed. */
function conflictIn({ lines }: Text): Finding | undefined {
  const index = lines.findIndex((line) => /^(?:<{7}|>{7}|\|{7})(?: |$)/.test(line))
  if (index < 0) return undefined
  const remedy = 'Keep the right one of both versions, and remove the lines of <<<<<<<, ======= and >>>>>>>.'
  return at(index, 'merge-conflict', 'Git has left both versions of a changed text here.', remedy)
}

export const layoutRules: Family = {
  *checkText(text) {
    const conflict = conflictIn(text)
    if (conflict) {
      yield conflict
      return
    }
    const open = openFence(text.lines)
    if (open !== undefined) {
      const remedy = 'Write ``` on a line of its own below its last line.'
      yield at(open, 'code-open', 'The block of code that begins here is not closed.', remedy)
      return
    }
    yield* tables(text)
    yield* leftovers(text)
    yield* code(text)
    yield* repeatedHeadings(text)
  },
}
