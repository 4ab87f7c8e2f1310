import { fromMarkdown } from 'mdast-util-from-markdown'
import { parseUrl } from './parse-url.ts'

/** Markdown of operators as a small tree of what a page may show: no HTML, no pictures, links to https alone (ADR-028). */

export type Inline =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'strong' | 'emphasis'; children: Inline[] }
  | { kind: 'link'; href: string; children: Inline[] }
  | { kind: 'break' }

export type Block =
  | { kind: 'paragraph' | 'heading'; children: Inline[] }
  | { kind: 'list'; ordered: boolean; start: number; items: Block[][] }
  | { kind: 'quote'; children: Block[] }
  | { kind: 'code'; text: string }
  | { kind: 'rule' }

type Root = ReturnType<typeof fromMarkdown>
type Nodes = Root['children'][number]
type Parents = Extract<Nodes | Root, { children: unknown }>

/** Markdown constructs that a page does not render as intended. */
export type MarkdownProblem = 'html' | 'image' | 'link'

/** The address of a link that is safe to follow, or undefined: https, with a host, and no name or password in it. */
export function safeHref(address: string): string | undefined {
  const url = /^https:\/\//i.test(address) ? parseUrl(address) : undefined
  return url?.username === '' && url.password === '' ? url.href : undefined
}

/** Parts of a text deeper than this are shown as they were typed: no reader follows them, and no stack bears them all. */
const MAX_DEPTH = 12
const DEEP = /^(?:[ \t]*(?:>|[-*+]|\d+[.)])){12}/m

const text = (value: string): Inline => ({ kind: 'text', text: value })

class Reader {
  readonly problems = new Set<MarkdownProblem>()
  readonly #addresses = new Map<string, string>()
  readonly #source: string
  constructor(source: string, root: Root) {
    this.#source = source
    for (const node of root.children) if (node.type === 'definition') this.#addresses.set(node.identifier, node.url)
  }

  blocks(parent: Parents, depth = 0): Block[] {
    return parent.children.flatMap((node) => this.#block(node, depth + 1))
  }

  #block(node: Nodes, depth: number): Block[] {
    if (node.type === 'definition') return []
    if (depth > MAX_DEPTH) return [{ kind: 'code', text: this.#typed(node) }]
    switch (node.type) {
      case 'paragraph':
      case 'heading':
        return [{ kind: node.type, children: this.#inlines(node, depth) }]
      case 'blockquote':
        return [{ kind: 'quote', children: this.blocks(node, depth) }]
      case 'list': {
        const items = node.children.map((item) => this.blocks(item, depth))
        return [{ kind: 'list', ordered: node.ordered === true, start: node.start ?? 1, items }]
      }
      case 'code':
        return [{ kind: 'code', text: node.value }]
      case 'thematicBreak':
        return [{ kind: 'rule' }]
      default:
        return [{ kind: 'paragraph', children: this.#inline(node, depth) }]
    }
  }

  #inlines(parent: Parents, depth: number): Inline[] {
    return parent.children.flatMap((node) => this.#inline(node, depth + 1))
  }

  #inline(node: Nodes, depth: number): Inline[] {
    if (node.type === 'text') return [text(node.value)]
    if (node.type === 'inlineCode') return [{ kind: 'code', text: node.value }]
    if (node.type === 'break') return [{ kind: 'break' }]
    if (node.type === 'link') return this.#link(node, node.url, depth)
    if (node.type === 'linkReference') return this.#link(node, this.#addresses.get(node.identifier) ?? '', depth)
    if ((node.type === 'strong' || node.type === 'emphasis') && depth <= MAX_DEPTH)
      return [{ kind: node.type, children: this.#inlines(node, depth) }]
    if (node.type === 'html') this.problems.add('html')
    if (node.type === 'image' || node.type === 'imageReference') this.problems.add('image')
    return [text(this.#typed(node))]
  }

  #link(node: Parents, address: string, depth: number): Inline[] {
    const href = safeHref(address)
    if (href !== undefined && depth <= MAX_DEPTH) return [{ kind: 'link', href, children: this.#inlines(node, depth) }]
    this.problems.add('link')
    return [text(this.#typed(node))]
  }

  /** The source text of a node. */
  #typed({ position }: Pick<Root, 'position'>): string {
    return this.#source.slice(position?.start.offset, position?.end.offset)
  }
}

function read(source: string): { blocks: Block[]; problems: Set<MarkdownProblem> } {
  if (DEEP.test(source)) return { blocks: [{ kind: 'code', text: source }], problems: new Set() }
  const root = fromMarkdown(source)
  const reader = new Reader(source, root)
  return { blocks: reader.blocks(root), problems: reader.problems }
}

/** Parses CommonMark; constructs that a page may not show become their source text. */
export const parseMarkdown = (source: string): Block[] => read(source).blocks

/** Constructs in a text that a page would not render as intended, for its author. */
export const markdownProblems = (source: string): MarkdownProblem[] => [...read(source).problems]
