import { useStore } from '@nanostores/react'
import { useState } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import { oneLine, plainLine } from '#lib/text/plain-line.ts'
import { Empty } from '#ui/empty.tsx'
import { usePreservedFocus } from '#ui/focus.ts'
import { Icon } from '#ui/icon.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { toast } from '#ui/toast.ts'
import { UnbrokenDates } from '#ui/unbroken-dates.tsx'
import { actionErrorText, readErrorText } from '../core/calls/error-text.ts'
import { useT } from '../core/texts/i18n.ts'
import { $hasMore, $rows, loadMore, type Message, readShown, type Tab } from './store.ts'
import { m } from './texts.ts'
import { agoText, yourTime } from './times.ts'

/** The messages of a tab; one of them is chosen. */
export function MessageList({
  tab,
  chosen,
  onOpen,
}: {
  tab: Tab
  chosen: string | undefined
  onOpen(of: Message): void
}) {
  const rows = useStore($rows)
  const kept = usePreservedFocus<HTMLDivElement>()
  if (rows.length === 0) return <Empty title={m(`empty.${tab}`)} text={m('empty.text')} />
  return (
    <div {...kept} tabIndex={-1} className="outline-none">
      <ul className="rule">
        {rows.map((message) => (
          <Row key={message._id} message={message} isChosen={message._id === chosen} onOpen={onOpen} />
        ))}
      </ul>
      <Foot />
    </div>
  )
}

function Foot() {
  const t = useT()
  const rows = useStore($rows)
  const hasMore = useStore($hasMore)
  const [busy, setBusy] = useState(false)
  const unread = rows.filter(({ isRead }) => !isRead).length
  const run = async (work: () => Promise<void>, say: (t_: typeof t, error: unknown) => string) => {
    setBusy(true)
    await work().catch((error) => toast('error', say(t, error)))
    setBusy(false)
  }
  return (
    <div className="border-t border-line p-3 flex flex-wrap items-center justify-center gap-2">
      {hasMore ? (
        <SteadyButton className="btn-ghost btn-sm" off={busy} onClick={() => void run(loadMore, readErrorText)}>
          {m('seeMore')}
        </SteadyButton>
      ) : (
        <p className="text-xs text-faint">{m('noMore', { count: rows.length })}</p>
      )}
      {unread > 1 && (
        <SteadyButton className="btn-ghost btn-sm" off={busy} onClick={() => void run(readShown, actionErrorText)}>
          {m('markShown', { count: unread })}
        </SteadyButton>
      )}
    </div>
  )
}

/** Topic of a message, by the screen that it links to. */
const topics: readonly [string, icons.IconPath][] = [
  ['/user/earnings/withdrawals', icons.wallet],
  ['/user/overview-main/machine', icons.monitor],
  ['/messages', icons.pencil],
]

function iconOf({ category, href }: Message): icons.IconPath {
  if (category === 'announcement') return icons.bell
  return topics.find(([start]) => href?.startsWith(start))?.[1] ?? icons.inbox
}

interface RowProps {
  message: Message
  isChosen: boolean
  onOpen(of: Message): void
}

function Row({ message, isChosen, onOpen }: RowProps) {
  const { title, content, isRead, isMarkdown, time } = message
  return (
    <li>
      <button
        type="button"
        className={`w-full text-left px-5 py-4 cursor-pointer flex gap-3 ${isChosen ? 'bg-base-200' : ''}`}
        aria-current={isChosen || undefined}
        onClick={() => onOpen(message)}
      >
        <span className="shrink-0 relative" aria-hidden="true">
          <span className="well size-9 grid place-items-center text-muted">
            <Icon path={iconOf(message)} />
          </span>
          {!isRead && <span className="mark bg-primary absolute -right-1 -top-1" />}
        </span>
        <span className="flex-1 min-w-0">
          <span className="flex items-baseline gap-2">
            {!isRead && <span className="sr-only">{m('unreadMark')}: </span>}
            <span className={`flex-1 min-w-0 break-words ${isRead ? 'text-muted' : 'font-semibold'}`}>{title}</span>
            <span className="text-xs text-faint num" title={yourTime(time)}>
              {agoText(time)}
            </span>
          </span>
          <span className="mt-1 text-sm text-muted line-clamp-2 break-words">
            <UnbrokenDates text={isMarkdown ? plainLine(content) : oneLine(content)} />
          </span>
        </span>
      </button>
    </li>
  )
}
