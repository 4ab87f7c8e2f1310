import { lazy, Suspense } from 'react'

const Drawn = lazy(() => import('./markdown.tsx').then(({ Markdown }) => ({ default: Markdown })))

/** An operator's text. Its parser comes with the first one that is read; until then the text stands as it was typed. */
export function Markdown({ text }: { text: string }) {
  return (
    <Suspense fallback={<p className="whitespace-pre-line break-words">{text}</p>}>
      <Drawn text={text} />
    </Suspense>
  )
}
