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

/** An operator's text. Its parser comes with the first one that is read; until then, and without it, the text stands as it was typed. */
export function Markdown({ text }: MarkdownProps) {
  return (
    <Suspense fallback={<Typed text={text} />}>
      <Drawn text={text} />
    </Suspense>
  )
}
