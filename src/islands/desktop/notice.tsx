import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { localDateTime, utcDateTime } from '#lib/time/format.ts'
import { Markdown } from '#ui/late-markdown.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { startHostLink } from './host.ts'
import { $failed, $notice, $shown, closeNotice, type Item, showNotices } from './store.ts'
import { type DesktopProps, type T, textsIn } from './texts.ts'

/** One announcement at a time, until all are closed, shown by the desktop app as a dialog. */
export function NoticeAlert({ texts }: DesktopProps) {
  const t = textsIn(texts)
  const notice = useStore($notice)
  const shown = useStore($shown)
  const failed = useStore($failed)
  useEffect(() => {
    void showNotices()
    return startHostLink('pc-notice-alert', () => void showNotices())
  }, [])
  if (notice) return <Notice key={notice.id} notice={notice} left={shown?.unread ?? 1} t={t} />
  return (
    <>
      <p role="status" className="text-sm text-muted">
        {failed && !shown ? t('failed') : shown && t('noNotice')}
      </p>
      {failed && !shown && (
        <SteadyButton className="btn-line btn-sm mt-3" off={false} onClick={() => void showNotices()}>
          {t('again')}
        </SteadyButton>
      )}
    </>
  )
}

function Notice({ notice, left, t }: { notice: Item; left: number; t: T }) {
  const button = useRef<HTMLDivElement>(null)
  // A notice closed by the keyboard passes the focus to the next one.
  useEffect(() => button.current?.querySelector('button')?.focus({ preventScroll: true }), [])
  return (
    <article>
      <h2 className="title text-xl lg:text-2xl break-words">{notice.title}</h2>
      <p className="mt-1 text-xs text-faint num">
        {utcDateTime(notice.time)}{' '}
        <span className="inline-block">· {t('yourTime', { time: localDateTime(notice.time) })}</span>
      </p>
      <div className="mt-3 text-muted">
        <Markdown text={notice.content} />
      </div>
      <div ref={button} className="mt-5 flex flex-wrap items-center justify-between gap-3">
        <SteadyButton className="btn-primary" off={false} onClick={() => void closeNotice(notice)}>
          {t('gotIt')}
        </SteadyButton>
        <p className="text-sm text-muted num">{left > 1 && t('more', { count: left - 1 })}</p>
      </div>
    </article>
  )
}
