import { atom } from 'nanostores'
import { noticeList } from '#lib/contract/notices.ts'
import { RowsSkeleton } from '#ui/skeleton.tsx'
import { Loaded } from '../core/calls/load-state.tsx'
import { createResource } from '../core/calls/resource.ts'
import { useLanguage } from '../core/texts/i18n.ts'
import { m } from './texts.ts'
import { agoText, yourTime } from './times.ts'

/** Announcements beside the devices on the overview. */
const SHOWN = 3

const $notices = createResource(noticeList, { $payload: atom({ page: 1, size: SHOWN }) })

/** The newest announcements on the overview; a square marks the unread ones. */
export function HomeNotices() {
  const { locale } = useLanguage()
  return (
    <section className="panel overflow-hidden" aria-labelledby="home-notices">
      <div className="px-5 lg:px-6 pt-5 pb-3 flex items-baseline justify-between gap-4">
        <h2 id="home-notices" className="title text-lg">
          {m('notices')}
        </h2>
        <a className="btn btn-ghost btn-sm -mr-3" href="/messages">
          {m('seeMore')}
        </a>
      </div>
      <Loaded store={$notices} skeleton={<RowsSkeleton rows={SHOWN} height="h-11" />}>
        {({ records }) =>
          records.length === 0 ? (
            <p className="px-5 lg:px-6 pb-5 text-sm text-muted">{m('empty.announcement')}</p>
          ) : (
            <ul className="rule border-t border-line text-sm">
              {records.map(({ _id, title, titleZh, time, isRead }) => (
                <li key={_id} className="px-5 lg:px-6 py-3 flex items-baseline gap-2.5">
                  <span className={`mark ${isRead ? 'mark-off text-faint' : 'text-primary'}`}>
                    {!isRead && <span className="sr-only">{m('unreadMark')}</span>}
                  </span>
                  <span className={`flex-1 min-w-0 break-words ${isRead ? 'text-muted' : 'font-medium'}`}>
                    {locale === 'zh' ? titleZh : title}
                  </span>
                  <span className="text-xs text-faint whitespace-nowrap" title={yourTime(time)}>
                    {agoText(time)}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}
