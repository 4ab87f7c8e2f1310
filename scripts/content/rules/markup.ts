import type { Family, Finding, Markdown, Text } from '../types.ts'

type Node = Markdown | Markdown['children'][number]

function* htmlIn(node: Node): Generator<{ value: string; line: number }> {
  if (node.type === 'html') yield { value: node.value, line: node.position?.start.line ?? 1 }
  if ('children' in node) for (const child of node.children) yield* htmlIn(child)
}

const instead: Readonly<Record<string, string>> = {
  b: 'Write **bold**.',
  strong: 'Write **bold**.',
  i: 'Write *emphasis*.',
  em: 'Write *emphasis*.',
  a: 'Write [text](/docs/wallets/).',
  code: 'Write `code`.',
  br: 'Begin a new paragraph with an empty line.',
  p: 'Begin a new paragraph with an empty line.',
  h2: 'Write ## before the heading.',
  h3: 'Write ### before the heading.',
  ul: 'Write each entry on a line of its own, after a hyphen.',
  li: 'Write each entry on a line of its own, after a hyphen.',
  table: 'Write the table with | between its cells.',
}

const message = (rule: string, problem: string, remedy: string) => ({ rule, problem, remedy })

function htmlMessage(value: string): Omit<Finding, 'line'> {
  const [tag = value] = /^<[^>]*>?/.exec(value) ?? []
  if (value.startsWith('<!--'))
    return message(
      'html',
      'The comment is sent to every reader.',
      'Remove it; notes for editors belong into the pull request.',
    )
  const name = /^<\/?([a-z][a-z0-9]*)/i.exec(value)?.[1]?.toLowerCase() ?? ''
  if (['script', 'style', 'iframe', 'object', 'embed', 'form'].includes(name))
    return message(
      'html',
      `<${name}> is not allowed in a text: browsers would block it on this site.`,
      'Remove it; a page that needs it is a matter for a developer.',
    )
  return message(
    'html',
    `“${tag}” is HTML, and texts are Markdown alone.`,
    instead[name] ?? `Write it as Markdown; if it is to be read as it stands, write \`${tag}\`.`,
  )
}

/** An ending tag says nothing that the opening one has not said. */
function* html({ markdown }: Text): Generator<Finding> {
  for (const { value, line } of htmlIn(markdown)) if (!value.startsWith('</')) yield { line, ...htmlMessage(value) }
}

function* headingLevels({ headings }: Text): Generator<Finding> {
  let above = 1
  for (const { depth, line, text } of headings) {
    if (depth === 1)
      yield {
        line,
        ...message(
          'heading',
          `“${text}” is a second title.`,
          `Write ## ${text}: the page has its title from the front matter.`,
        ),
      }
    else if (depth > 4)
      yield {
        line,
        ...message('heading', `“${text}” is deeper than the site's contents show.`, 'Use at most four signs #.'),
      }
    else if (depth > above + 1)
      yield {
        line,
        ...message(
          'heading',
          `“${text}” skips a level.`,
          `Write ${'#'.repeat(above + 1)} ${text}: a heading is one level below the one above it.`,
        ),
      }
    above = Math.max(depth, 1)
  }
}

/** `##Title` is a paragraph in Markdown. */
function* headingsWithoutSpace({ prose, bodyLine }: Text): Generator<Finding> {
  for (const [index, line] of prose.entries()) {
    const [, signs, title] = /^(#{1,6})([^#\s].*)$/.exec(line) ?? []
    if (index + 1 >= bodyLine && signs)
      yield {
        line: index + 1,
        ...message('heading', `“${line.trim()}” is no heading without a space.`, `Write ${signs} ${title?.trim()}`),
      }
  }
}

function* emptyText({ lines, bodyLine, unreadable }: Text): Generator<Finding> {
  const body = lines
    .slice(bodyLine - 1)
    .join('')
    .trim()
  if (!unreadable && body === '')
    yield {
      line: bodyLine,
      ...message(
        'empty',
        'There is no text below the front matter.',
        'Write it, or remove the file in both languages.',
      ),
    }
}

export const markupRules: Family = {
  *checkText(text) {
    yield* html(text)
    yield* headingLevels(text)
    yield* headingsWithoutSpace(text)
    yield* emptyText(text)
  },
}
