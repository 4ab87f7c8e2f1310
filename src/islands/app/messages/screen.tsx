import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import { localDateTime, utcDateTime } from '#lib/time/format.ts'
import { Dated } from '#ui/dated.tsx'
import { Empty } from '#ui/empty.tsx'
import { useKeptFocus } from '#ui/focus.ts'
import { Icon } from '#ui/icon.tsx'
import { RowsSkeleton } from '#ui/skeleton.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { TabPanel, Tabs } from '#ui/tabs.tsx'
import { toast } from '#ui/toast.ts'
import { Loaded } from '../calls/loaded.tsx'
import { actFault, readFault } from '../calls/sentence.ts'
import { $unread } from '../shell/unread.ts'
import { useT } from '../texts/i18n.ts'
import {
  $chosen,
  $hasMore,
  $newest,
  $rows,
  $tab,
  chooseTab,
  loadMore,
  type Message,
  openMessage,
  readAll,
  type Tab,
} from './store.ts'
import { m } from './texts.ts'

/** The box of messages: a list and what is read beside it; on a phone one after the other. */
export function MessagesScreen() {
  const tab = useStore($tab)
  const chosen = useStore($chosen)
  return (
    <>
      <Head tab={tab} />
      <TabPanel name="messages" id={tab}>
        <div className="mt-4 grid grid-cols-[minmax(0,1fr)] lg:grid-cols-12 gap-4 items-start">
          <section
            className={`panel overflow-hidden lg:col-span-5 ${chosen ? 'hidden lg:block' : ''}`}
            aria-label={m('list')}
          >
            <Loaded store={$newest} skeleton={<RowsSkeleton rows={5} />}>
              {() => <List tab={tab} />}
            </Loaded>
          </section>
          <div className={`lg:col-span-7 ${chosen ? '' : 'hidden lg:block'}`}>
            {chosen ? <Reading key={chosen._id} message={chosen} /> : <Nothing />}
          </div>
        </div>
      </TabPanel>
    </>
  )
}

function Head({ tab }: { tab: Tab }) {
  const t = useT()
  const unread = useStore($unread).data?.total ?? 0
  const all = async () => {
    try {
      await readAll()
      toast('success', m('allRead'))
    } catch (error) {
      toast('error', actFault(t, error))
    }
  }
  const tabs = [
    { id: 'unread', label: m('tabs.unread'), ...(unread > 0 && { count: unread }) },
    { id: 'message', label: m('tabs.message') },
  ]
  return (
    <div className="flex flex-wrap items-center gap-3">
      <div className="flex-1 min-w-56">
        <Tabs
          name="messages"
          label={m('tabs.label')}
          tabs={tabs}
          selected={tab}
          onSelect={(id) => chooseTab(id as Tab)}
        />
      </div>
      <SteadyButton className="btn-ghost btn-sm" off={unread === 0} onClick={() => void all()}>
        <Icon path={icons.check} className="size-4" />
        {m('markAll')}
      </SteadyButton>
    </div>
  )
}

function List({ tab }: { tab: Tab }) {
  const t = useT()
  const rows = useStore($rows)
  const hasMore = useStore($hasMore)
  const [busy, setBusy] = useState(false)
  const more = async () => {
    setBusy(true)
    await loadMore().catch((error) => toast('error', readFault(t, error)))
    setBusy(false)
  }
  const kept = useKeptFocus<HTMLDivElement>()
  if (rows.length === 0) return <Empty title={m(`empty.${tab}`)} text={m('empty.text')} />
  return (
    <div {...kept} tabIndex={-1} className="outline-none">
      <ul className="rule">
        {rows.map((message) => (
          <Row key={message._id} message={message} />
        ))}
      </ul>
      {hasMore && (
        <div className="border-t border-line p-3 text-center">
          <SteadyButton className="btn-ghost btn-sm" off={busy} onClick={() => void more()}>
            {m('seeMore')}
          </SteadyButton>
        </div>
      )}
    </div>
  )
}

const yourTime = (time: number): string => m('yourTime', { time: localDateTime(time) })

function Row({ message }: { message: Message }) {
  const isChosen = useStore($chosen)?._id === message._id
  return (
    <li>
      <button
        type="button"
        className={`w-full text-left px-5 py-3.5 cursor-pointer ${isChosen ? 'bg-base-200' : ''}`}
        aria-current={isChosen || undefined}
        onClick={() => void openMessage(message)}
      >
        <span className="flex items-baseline gap-2">
          {!message.isRead && (
            <>
              <span className="mark bg-primary" aria-hidden="true" />
              <span className="sr-only">{m('unreadMark')}: </span>
            </>
          )}
          <span className={`flex-1 min-w-0 ${message.isRead ? 'text-muted' : 'font-semibold'}`}>{message.title}</span>
          <span className="text-xs text-faint num" title={yourTime(message.time)}>
            {utcDateTime(message.time)}
          </span>
        </span>
        <span className="block mt-1 text-sm text-muted truncate">
          <Dated text={message.content} />
        </span>
      </button>
    </li>
  )
}

function Reading({ message }: { message: Message }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <article className="panel p-5 lg:p-6">
      <button type="button" className="btn btn-ghost btn-sm lg:hidden mb-3" onClick={() => $chosen.set(undefined)}>
        <Icon path={icons.chevronLeft} className="size-4" />
        {m('back')}
      </button>
      <p className="text-xs text-faint num">
        {utcDateTime(message.time)} <span className="inline-block">· {yourTime(message.time)}</span>
      </p>
      <h2 ref={heading} tabIndex={-1} className="title text-xl mt-1.5 outline-none">
        {message.title}
      </h2>
      <p className="mt-3 text-muted whitespace-pre-line break-words max-w-[34.5em]">
        <Dated text={message.content} />
      </p>
      {message.href && (
        <a className="btn btn-line btn-sm mt-5" href={message.href}>
          {m('open.withdrawal')}
        </a>
      )}
    </article>
  )
}

function Nothing() {
  return <p className="panel p-6 text-sm text-muted">{m('choose')}</p>
}
