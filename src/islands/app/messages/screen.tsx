import { useStore } from '@nanostores/react'
import { useCallback, useEffect, useState } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import { Icon } from '#ui/icon.tsx'
import { useMedia } from '#ui/media.ts'
import { RowsSkeleton } from '#ui/skeleton.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { TabPanel, Tabs } from '#ui/tabs.tsx'
import { toast } from '#ui/toast.ts'
import { actionErrorText } from '../core/calls/error-text.ts'
import { Loaded, useHasLoaded } from '../core/calls/load-state.tsx'
import { $unread } from '../core/shell/unread.ts'
import { useT } from '../core/texts/i18n.ts'
import { ReportPane, ReportsPanel } from '../feedback/index.ts'
import { MessageList } from './list.tsx'
import { MessageView } from './message-view.tsx'
import { useReadPage } from './read-page.ts'
import { $chosen, $newest, $rows, $tab, chooseTab, openMessage, readAll, type Tab, tabNames } from './store.ts'
import { m } from './texts.ts'

interface MessagesProps {
  /** The report to be opened. */
  report?: string
  /** The id of a failure that is to be reported. */
  fault?: string
}

/** Content of the pane beside the list: a message, a report, or the form of a new one. */
type Open = { report: string } | { form: true } | undefined

/** The box of messages: a list and what is read beside it; on a phone one after the other. */
export function MessagesScreen({ report, fault }: MessagesProps) {
  const tab = useStore($tab)
  const chosen = useStore($chosen)
  const isWide = useMedia('(min-width: 64rem)')
  const hasLoaded = useHasLoaded($newest)
  const [open, setOpen] = useState<Open>()
  const close = useCallback(() => {
    $chosen.set(undefined)
    setOpen(undefined)
  }, [])
  const page = useReadPage(isWide, close)
  useEffect(() => {
    if (report === undefined && fault === undefined) return
    chooseTab('feedback')
    setOpen(report === undefined ? { form: true } : { report })
  }, [report, fault])
  const show = (next: Open) => {
    page.opened()
    $chosen.set(undefined)
    setOpen(next)
  }
  const isReading = open !== undefined || chosen !== undefined
  const reports = (
    <ReportsPanel
      chosen={open && 'report' in open ? open.report : undefined}
      onOpen={(id) => show({ report: id })}
      onNew={() => show({ form: true })}
      brief={tab !== 'feedback'}
    />
  )
  return (
    <>
      <Head
        tab={tab}
        onTab={(next) => {
          setOpen(undefined)
          chooseTab(next)
        }}
      />
      <TabPanel name="messages" id={tab}>
        <div className="mt-4 grid grid-cols-[minmax(0,1fr)] lg:grid-cols-12 gap-4 items-start">
          <div className={`lg:col-span-5 ${isReading ? 'hidden lg:block' : ''}`}>
            {tab === 'feedback' ? (
              reports
            ) : (
              <section className="panel overflow-hidden" aria-label={m('list')}>
                <Loaded store={$newest} skeleton={<RowsSkeleton rows={5} />}>
                  {() => (
                    <List
                      tab={tab}
                      onOpen={() => {
                        page.opened()
                        setOpen(undefined)
                      }}
                    />
                  )}
                </Loaded>
              </section>
            )}
          </div>
          <div className={`lg:col-span-7 grid grid-cols-[minmax(0,1fr)] gap-4 ${isReading ? '' : 'hidden lg:grid'}`}>
            {open ? (
              <ReportPane
                key={'report' in open ? open.report : 'form'}
                report={'report' in open ? open.report : undefined}
                fault={fault}
                onBack={page.back}
                onSent={(id) => setOpen({ report: id })}
              />
            ) : (
              <Pane tab={tab} onBack={page.back} />
            )}
            {tab !== 'feedback' && hasLoaded && <div className="hidden lg:block">{reports}</div>}
          </div>
        </div>
      </TabPanel>
    </>
  )
}

function Head({ tab, onTab }: { tab: Tab; onTab(tab: Tab): void }) {
  const t = useT()
  const unread = useStore($unread).data
  const counts = { ...unread, unread: unread?.total }
  const all = async () => {
    try {
      await readAll()
      toast('success', m('allRead'))
    } catch (error) {
      toast('error', actionErrorText(t, error))
    }
  }
  const tabs = tabNames.map((id) => ({ id, label: m(`tabs.${id}`), count: counts[id] ?? 0 }))
  return (
    <div className="flex flex-wrap items-center justify-end gap-3">
      <div className="w-full">
        <Tabs
          name="messages"
          label={m('tabs.label')}
          tabs={tabs}
          selected={tab}
          onSelect={(id) => onTab(tabNames.find((one) => one === id) ?? 'unread')}
        />
      </div>
      <a className="btn btn-ghost btn-sm" href="/user/alerts">
        <Icon path={icons.bell} className="size-4" />
        {m('alerts')}
      </a>
      <SteadyButton className="btn-ghost btn-sm" off={!unread?.total} onClick={() => void all()}>
        <Icon path={icons.check} className="size-4" />
        {m('markAll')}
      </SteadyButton>
    </div>
  )
}

/** Content of the pane beside the list: the chosen message, or the first one, which is not marked as read. */
const useShown = () => {
  const chosen = useStore($chosen)
  const [first] = useStore($rows)
  return chosen ?? first
}

function List({ tab, onOpen }: { tab: Tab; onOpen(): void }) {
  const shown = useShown()
  return (
    <MessageList
      tab={tab}
      chosen={shown?._id}
      onOpen={(message) => {
        onOpen()
        void openMessage(message)
      }}
    />
  )
}

function Pane({ tab, onBack }: { tab: Tab; onBack(): void }) {
  const shown = useShown()
  const chosen = useStore($chosen)
  if (tab === 'feedback' || !shown) return <p className="panel p-6 text-sm text-muted">{m('choose')}</p>
  return <MessageView key={shown._id} message={shown} isOpened={chosen !== undefined} onBack={onBack} />
}
