import { lazy, Suspense } from 'react'

interface MarkdownProps {
  text: string
}

const Typed = ({ text }: MarkdownProps) => <p className="whitespace-pre-line break-words">{text}</p>

const Drawn = lazy(() =>
  import('./markdown.tsx').then(
    ({ Markdown }) => ({ default: Markdown }),
    () => ({ default: Typed }),
  ),
)

/**
 * An operator's text. The parser is loaded with the first one; until then, or if that fails, the source text is shown.
 */
export function Markdown({ text }: MarkdownProps) {
  return (
    <Suspense fallback={<Typed text={text} />}>
      <Drawn text={text} />
    </Suspense>
  )
}
