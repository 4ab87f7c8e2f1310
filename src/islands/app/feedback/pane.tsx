import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { localDateTime, utcDateTime } from '#lib/time/format.ts'
import { BackButton } from '#ui/back-button.tsx'
import { Markdown } from '#ui/late-markdown.tsx'
import { RowsSkeleton } from '#ui/skeleton.tsx'
import { Loaded, ReadFailed } from '../core/calls/load-state.tsx'
import { FollowUpForm } from './follow-up.tsx'
import { ReportForm } from './form.tsx'
import { ReportStatus } from './panel.tsx'
import { Picture } from './picture.tsx'
import { $hasMoreReports, $newestReports, $reports, moreReports, openReport, type Report } from './store.ts'
import { m } from './texts.ts'

interface ReportPaneProps {
  /** The open report; undefined is the form of a new one. */
  report: string | undefined
  fault: string | undefined
  onBack(): void
  onSent(id: string): void
}

/** A report with all its messages, or the form of a new one. */
export function ReportPane({ report, fault, onBack, onSent }: ReportPaneProps) {
  return (
    <article className="panel p-5 lg:p-6">
      <BackButton label={m('back')} onBack={onBack} />
      {report === undefined ? (
        <ReportForm fault={fault} onSent={onSent} />
      ) : (
        <Loaded store={$newestReports} skeleton={<RowsSkeleton rows={3} />} flush>
          {() => <Found id={report} />}
        </Loaded>
      )}
    </article>
  )
}

/** An older report is found by loading further pages: only the complete list shows that it does not exist. */
function Found({ id }: { id: string }) {
  const reports = useStore($reports)
  const hasMore = useStore($hasMoreReports)
  const [error, setError] = useState<Error>()
  const report = reports.find(({ _id }) => _id === id)
  const isMissing = !report && hasMore && !error
  const count = reports.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that has come asks for the one after it
  useEffect(() => {
    if (isMissing) moreReports().catch(setError)
  }, [isMissing, count])
  if (report) return <Whole report={report} />
  if (error) return <ReadFailed error={error} flush onRetry={() => setError(undefined)} />
  return isMissing ? <RowsSkeleton rows={3} /> : <p className="text-sm text-muted">{m('gone')}</p>
}

function Whole({ report }: { report: Report }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const { isRead } = report
  useEffect(() => {
    if (!isRead) void openReport(report)
  }, [isRead, report])
  const { category, time, status, openUntil, pictures } = report
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h2 ref={heading} tabIndex={-1} className="title text-xl flex-1 outline-none">
          {m(`categories.${category}`)}
        </h2>
        <ReportStatus status={status} />
      </div>
      <p className="mt-1.5 text-xs text-faint num">
        {utcDateTime(time)}
        <span className="inline-block">&nbsp;· {m('yourTime', { time: localDateTime(time) })}</span>
      </p>
      <Words report={report} />
      {pictures.length > 0 && (
        <div className="mt-4 flex flex-wrap gap-3">
          {pictures.map((id, index) => (
            <Picture key={id} id={id} number={index + 1} />
          ))}
        </div>
      )}
      {openUntil !== null && <FollowUpForm report={report} until={openUntil} />}
      {status === 'Submitted' && <p className="mt-5 text-sm text-muted">{m('waits')}</p>}
    </>
  )
}

function Words({ report: { words } }: { report: Report }) {
  const [now] = useState(words.length)
  return (
    <ul className="mt-4 grid gap-3">
      {words.map(({ from, time, content }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: words are only added at the end
        <li key={index} className={`well p-4 ${index >= now ? 'rise' : ''}`}>
          <p className="text-xs text-faint num mb-1.5">
            {m(from === 'user' ? 'you' : 'us')} · {utcDateTime(time)}
          </p>
          {from === 'user' ? <p className="whitespace-pre-line break-words">{content}</p> : <Markdown text={content} />}
        </li>
      ))}
    </ul>
  )
}
