import { useEffect, useRef } from 'react'
import { utcDateTime } from '#lib/time/format.ts'
import { BackButton } from '#ui/back-button.tsx'
import { Markdown } from '#ui/late-markdown.tsx'
import { UnbrokenDates } from '#ui/unbroken-dates.tsx'
import type { Message } from './store.ts'
import { m } from './texts.ts'
import { yourTime } from './times.ts'

interface MessageViewProps {
  message: Message
  /** True if the reader has opened it: then reading starts at its title. */
  isOpened: boolean
  onBack(): void
}

/** One message, whole. */
export function MessageView({ message, isOpened, onBack }: MessageViewProps) {
  const { category, title, content, isMarkdown, href, time } = message
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isOpened) heading.current?.focus({ preventScroll: true })
  }, [isOpened])
  return (
    <article className="panel p-5 lg:p-6">
      <BackButton label={m('back')} onBack={onBack} />
      <p className="text-xs text-faint num whitespace-normal!">
        <UnbrokenDates text={`${m(`tabs.${category}`)} · ${utcDateTime(time)} · ${yourTime(time)}`} />
      </p>
      <h2 ref={heading} tabIndex={-1} className="title text-xl mt-1.5 outline-none break-words">
        {title}
      </h2>
      <div className="mt-3 text-muted max-w-[34.5em]">
        {isMarkdown ? (
          <Markdown text={content} />
        ) : (
          <p className="whitespace-pre-line break-words">
            <UnbrokenDates text={content} />
          </p>
        )}
      </div>
      {href && (
        <a className="btn btn-line btn-sm mt-5" href={href}>
          {m(linkOf(href))}
        </a>
      )}
    </article>
  )
}

const linkOf = (href: string) => {
  if (href.startsWith('/messages')) return 'open.report'
  return href.startsWith('/user/earnings/withdrawals') ? 'open.withdrawal' : 'open.other'
}
