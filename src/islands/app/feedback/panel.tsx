import { useStore } from '@nanostores/react'
import { useState } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import { plainLine } from '#lib/text/plain-line.ts'
import { utcDate } from '#lib/time/format.ts'
import { Empty } from '#ui/empty.tsx'
import { Icon } from '#ui/icon.tsx'
import { RowsSkeleton } from '#ui/skeleton.tsx'
import { Status } from '#ui/status.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { toast } from '#ui/toast.ts'
import { readErrorText } from '../core/calls/error-text.ts'
import { Loaded } from '../core/calls/load-state.tsx'
import { useT } from '../core/texts/i18n.ts'
import { $hasMoreReports, $newestReports, $reports, moreReports, type Report } from './store.ts'
import { m } from './texts.ts'

interface ReportsPanelProps {
  chosen: string | undefined
  onOpen(id: string): void
  onNew(): void
  /** Shows the newest three alone. */
  brief: boolean
}

const BRIEF = 3

/** The user's reports, and a link to a new one. */
export function ReportsPanel({ chosen, onOpen, onNew, brief }: ReportsPanelProps) {
  const reports = useStore($reports)
  const shown = brief ? reports.slice(0, BRIEF) : reports
  return (
    <section className="panel overflow-hidden" aria-label={m('title')}>
      <header className="flex flex-wrap items-center gap-3 px-5 py-4 border-b border-line">
        <h2 className="title text-lg flex-1">{m('title')}</h2>
        <button type="button" className="btn btn-line btn-sm" onClick={onNew}>
          <Icon path={icons.pencil} className="size-4" />
          {m('new')}
        </button>
      </header>
      <Loaded store={$newestReports} skeleton={<RowsSkeleton rows={3} />}>
        {() =>
          shown.length === 0 ? (
            <Empty title={m('empty')} text={m('emptyText')} />
          ) : (
            <>
              <ul className="rule">
                {shown.map((report) => (
                  <Row key={report._id} report={report} isChosen={report._id === chosen} onOpen={onOpen} />
                ))}
              </ul>
              {!brief && <More />}
            </>
          )
        }
      </Loaded>
    </section>
  )
}

function More() {
  const t = useT()
  const hasMore = useStore($hasMoreReports)
  const reports = useStore($reports)
  const [busy, setBusy] = useState(false)
  const more = async () => {
    setBusy(true)
    await moreReports().catch((error) => toast('error', readErrorText(t, error)))
    setBusy(false)
  }
  return (
    <div className="border-t border-line p-3 text-center">
      {hasMore ? (
        <SteadyButton className="btn-ghost btn-sm" off={busy} onClick={() => void more()}>
          {m('seeMore')}
        </SteadyButton>
      ) : (
        <p className="text-xs text-faint">{m('noMore', { count: reports.length })}</p>
      )}
    </div>
  )
}

const looks = {
  Submitted: ['info', 'half'],
  Replied: ['success', 'on'],
  Closed: ['muted', 'off'],
} as const

export function ReportStatus({ status }: { status: Report['status'] }) {
  const [tone, mark] = looks[status]
  return (
    <Status tone={tone} mark={mark}>
      {m(`states.${status}`)}
    </Status>
  )
}

function Row({ report, isChosen, onOpen }: { report: Report; isChosen: boolean; onOpen(id: string): void }) {
  const { _id: id, content, result, isRead, time, status } = report
  return (
    <li>
      <button
        type="button"
        className={`w-full text-left px-5 py-3.5 cursor-pointer ${isChosen ? 'bg-base-200' : ''}`}
        aria-current={isChosen || undefined}
        onClick={() => onOpen(id)}
      >
        <span className="flex items-center gap-3">
          {!isRead && <span className="mark bg-primary" aria-hidden="true" />}
          {!isRead && <span className="sr-only">{m('unread')}: </span>}
          <bdi className={`flex-1 min-w-0 truncate ${isRead ? '' : 'font-semibold'}`}>{content}</bdi>
          <span className="text-xs text-faint num" translate="no">
            {utcDate(time)}
          </span>
          <ReportStatus status={status} />
        </span>
        {result !== null && <span className="block mt-1 text-sm text-muted truncate">{plainLine(result)}</span>}
      </button>
    </li>
  )
}
