import { parseFrontmatter } from 'astro/markdown'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { parseTextFile } from '../../src/content/text-files.ts'
import { isLocale, type Locale } from '../../src/lib/i18n/locales.ts'
import { toPlainText } from '../../src/lib/text/content/plain-text.ts'
import type { TextFolder } from '../../src/lib/text/content/text-file.ts'
import { figures, fillFigures } from '../../src/lib/text/figures.ts'
import type { Finding, Heading, Link, Markdown, Text } from './types.ts'
import { describeYamlError, type YamlError } from './yaml-error.ts'

const place = /^src\/content\/(docs|guide|faq|pages|legal)\/([^/]+)\/(.+)\.md$/
const placeholder = /\{\{(=?)([^}\n]*)\}\}/g
/** Code, addresses of links, the sign that makes a link a picture, and HTML. */
const hidden =
  /^[ \t]*(```|~~~)[\s\S]*?^[ \t]*\1.*$|`[^`\n]*`|\]\([^)\n]*\)|!(?=\[)|<!--[\s\S]*?-->|<\/?[A-Za-z][^>\n]*>/gm

/** A text as long as before, line by line, without its letters. */
const blank = (text: string): string => text.replace(/[^\n]/g, ' ')

/** Figures as readers see them. An unknown one stays as its bare name: a rule of its own reports it. */
export function fillKnown(source: string, locale: Locale): string {
  return source.replace(placeholder, (whole, literal: string, name: string) =>
    literal || Object.hasOwn(figures, name) ? fillFigures(whole, locale) : name,
  )
}

interface FrontMatter {
  readonly fields: Readonly<Record<string, unknown>>
  readonly bodyLine: number
  readonly unreadable?: Finding
}

const unreadableAt = (line: number, problem: string, remedy: string): Finding => ({
  line,
  rule: 'front-matter',
  problem,
  remedy,
})

function readFrontMatter(lines: readonly string[]): FrontMatter {
  const isFence = (line: string | undefined) => line?.trimEnd() === '---'
  if (!isFence(lines[0])) {
    const opening = lines.findIndex((line) => line.trim() !== '')
    const problem = isFence(lines[opening])
      ? `The front matter begins in line ${opening + 1}.`
      : 'The file has no front matter.'
    const remedy = 'Write --- in line 1, then the fields, then --- on a line of its own.'
    return { fields: {}, bodyLine: 1, unreadable: unreadableAt(1, problem, remedy) }
  }
  const end = lines.findIndex((line, index) => index > 0 && isFence(line))
  if (end < 0) {
    const remedy = 'Write --- on a line of its own below the last field.'
    return { fields: {}, bodyLine: 1, unreadable: unreadableAt(1, 'The front matter is not closed.', remedy) }
  }
  try {
    // With the line of the opening fence, so that the parser counts lines as the file does.
    const { frontmatter } = parseFrontmatter(`${lines.slice(0, end).join('\n')}\n---\n`)
    return { fields: frontmatter, bodyLine: end + 2 }
  } catch (error) {
    return { fields: {}, bodyLine: end + 2, unreadable: describeYamlError(error as YamlError, lines) }
  }
}

type Node = Markdown | Markdown['children'][number]

/** A node with everything in it. */
export function* nodesIn(node: Node): Generator<Node> {
  yield node
  if ('children' in node) for (const child of node.children) yield* nodesIn(child)
}

const textIn = (node: Node): string =>
  [...nodesIn(node)].map((inner) => (inner.type === 'text' || inner.type === 'inlineCode' ? inner.value : '')).join('')

/** The anchor that Astro gives to a heading with this text, before it numbers repeated ones. */
export const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/--+/g, '')
    .replace(/[^\p{L}\p{M}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-')

function headingsIn(nodes: readonly Node[]): Heading[] {
  const taken = new Set<string>()
  return nodes.flatMap((node) => {
    if (node.type !== 'heading') return []
    const text = textIn(node)
    const plain = anchorOf(text)
    let anchor = plain
    for (let number = 1; taken.has(anchor); number += 1) anchor = `${plain}-${number}`
    taken.add(anchor)
    return { depth: node.depth, line: node.position?.start.line ?? 1, text, anchor }
  })
}

const linksIn = (nodes: readonly Node[]): Link[] =>
  nodes.flatMap((node) =>
    node.type === 'link' || node.type === 'definition' ? { url: node.url, line: node.position?.start.line ?? 1 } : [],
  )

/** A Markdown file as the rules see it; undefined for a file that is no text of the site. */
export function createText(file: string, raw: string): Text | undefined {
  const [, folder, locale, slug] = place.exec(file) ?? []
  if (!folder || !slug || !isLocale(locale)) return undefined
  const asFile = parseTextFile(folder as TextFolder, `${locale}/${slug}.md`, raw)
  if (!asFile) return undefined
  const source = toPlainText(raw)
  const lines = source.split('\n')
  const filled = fillKnown(source, locale)
  const { fields, bodyLine, unreadable } = readFrontMatter(filled.split('\n'))
  const body = filled.split('\n').map((line, index) => (index + 1 < bodyLine ? '' : line))
  const markdown = fromMarkdown(body.join('\n'))
  const nodes = [...nodesIn(markdown)]
  return {
    file,
    folder: asFile.folder,
    locale,
    slug,
    asFile,
    source,
    lines,
    prose: filled.replace(hidden, blank).split('\n'),
    frontMatter: fields,
    ...(unreadable && { unreadable }),
    bodyLine,
    markdown,
    headings: headingsIn(nodes),
    links: linksIn(nodes),
    lineOf: (field) => {
      const index = lines.findIndex((line, at) => at + 1 < bodyLine && line.startsWith(`${field}:`))
      return index < 0 ? 1 : index + 1
    },
  }
}
