import { type Block, type Inline, parseMarkdown } from '#lib/text/markdown.ts'

/** An operator's text as elements, never as HTML strings. Parts of a text have no key but their position. */
export function Markdown({ text }: { text: string }) {
  return <div className="grid gap-3 break-words">{parseMarkdown(text).map(drawBlock)}</div>
}

function drawBlock(block: Block, place: number) {
  switch (block.kind) {
    case 'heading':
      return (
        <h3 key={place} className="title text-lg text-base-content">
          {block.children.map(drawInline)}
        </h3>
      )
    case 'paragraph':
      return <p key={place}>{block.children.map(drawInline)}</p>
    case 'quote':
      return (
        <blockquote key={place} className="border-l-2 border-line pl-4 grid gap-3">
          {block.children.map(drawBlock)}
        </blockquote>
      )
    case 'code':
      return (
        <pre key={place} className="well p-3 code whitespace-pre-wrap break-words">
          {block.text}
        </pre>
      )
    case 'rule':
      return <hr key={place} className="border-line" />
    default: {
      const items = block.items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes its order
        <li key={index}>{item.map(drawBlock)}</li>
      ))
      return block.ordered ? (
        <ol key={place} start={block.start} className="list-decimal pl-5 grid gap-1">
          {items}
        </ol>
      ) : (
        <ul key={place} className="list-disc pl-5 grid gap-1">
          {items}
        </ul>
      )
    }
  }
}

function drawInline(node: Inline, place: number) {
  switch (node.kind) {
    case 'text':
      return node.text
    case 'code':
      return (
        <code key={place} className="code">
          {node.text}
        </code>
      )
    case 'strong':
      return (
        <strong key={place} className="text-base-content">
          {node.children.map(drawInline)}
        </strong>
      )
    case 'emphasis':
      return <em key={place}>{node.children.map(drawInline)}</em>
    case 'break':
      return <br key={place} />
    default:
      return (
        <a key={place} className="link" href={node.href} target="_blank" rel="noopener noreferrer">
          {node.children.map(drawInline)}
        </a>
      )
  }
}
