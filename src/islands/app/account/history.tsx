import type { SecurityEvent } from '#lib/contract/security.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { Empty } from '#ui/empty.tsx'
import { UnbrokenDates } from '#ui/unbroken-dates.tsx'
import { PagedList } from '../core/lists/paged-list.tsx'
import { browserText } from './browser-text.ts'
import { history } from './factor-store.ts'
import { a } from './texts.ts'

/** Security events of the account: time, browser and network. */
export function SecurityHistory() {
  return (
    <section className="panel overflow-hidden" aria-labelledby="history">
      <div className="px-5 lg:px-6 pt-5 pb-3">
        <h2 id="history" className="title text-lg">
          {a('history.title')}
        </h2>
        <p className="text-sm text-muted mt-1">{a('history.text')}</p>
      </div>
      <PagedList list={history} rows={5} empty={<Empty title={a('history.none')} text={a('history.text')} />}>
        {({ records }) => (
          <ul className="rule border-t border-line">
            {records.map((event) => (
              <li key={event._id} className="px-5 lg:px-6 py-3">
                <span className="block text-sm font-medium">{sentence(event)}</span>
                <span className="block text-xs text-faint num whitespace-normal!">
                  <UnbrokenDates
                    text={[utcDateTime(event.at), event.browser && browserText(event.browser), event.network]
                      .filter(Boolean)
                      .join(' · ')}
                  />
                </span>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  )
}

function sentence({ kind, detail }: SecurityEvent): string {
  if (kind === 'signed-in') return a(`history.in.${detail as 'password'}`)
  return a(`history.kinds.${kind}`, { detail })
}
