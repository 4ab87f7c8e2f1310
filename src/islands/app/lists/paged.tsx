import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { Endpoint, ReplyOf } from '#lib/contract/endpoint.ts'
import { Pager } from '#ui/pager.tsx'
import { Loaded, type LoadedProps } from '../calls/loaded.tsx'
import { useT } from '../texts/i18n.ts'
import { More } from './more.tsx'
import { $isPhone, growsOn, pageOfPart, partOf } from './phone.ts'

interface PagedProps<E extends Endpoint> extends LoadedProps<E> {
  /** Names what the pages are of: its last page stands until the next has come; pages of something else begin anew. */
  of: string
  page: number
  /** Rows of a page. */
  size: number
  totalOf: (data: ReplyOf<E>) => number
  onPage: (page: number) => void
  /** Whether it grows on a phone; its store then asks for `partOf` the page. */
  grows?: boolean
  /** Of the line with the numbers. */
  className?: string
}

/**
 * A list by pages; on a phone it grows. While another page is on its way, the one before it stands, paler, and so do the numbers, with the
 * focus on them. A page whose rows have all gone gives way to the last one that there is.
 */
export function Paged<E extends Endpoint>(props: PagedProps<E>) {
  const { store, of, page, size, totalOf, onPage, grows = true, className = '', ...loaded } = props
  const t = useT()
  const { data, error } = useStore(store)
  const last = useLast(data, of)
  const isPhone = useStore($isPhone) && grows
  const part = partOf({ page, size }, isPhone)
  const total = last === undefined ? 0 : totalOf(last)
  const pages = Math.ceil(total / part.size)
  const isGone = data !== undefined && pages > 0 && part.page > pages
  useEffect(() => {
    if (isGone) onPage(pageOfPart(pages, isPhone))
  }, [isGone, pages, isPhone, onPage])
  const isComing = last !== undefined && data === undefined && error === undefined
  return (
    <>
      <div aria-busy={isComing} className={isComing ? 'opacity-50' : ''}>
        <Loaded store={store} {...loaded} until={last} />
      </div>
      {growsOn(part, total, isPhone) ? (
        <More shown={Math.min(part.size, total)} total={total} busy={isComing} onMore={() => onPage(page + 1)} />
      ) : (
        <div className={`empty:hidden ${className}`}>
          <Pager
            page={part.page}
            pages={pages}
            onPage={(next) => onPage(pageOfPart(next, isPhone))}
            label={t('pager.label')}
            previousLabel={t('pager.previous')}
            nextLabel={t('pager.next')}
            text={t('pager.text', { page: part.page, pages })}
          />
        </div>
      )}
    </>
  )
}

/** The newest value that there was of something. */
function useLast<T>(value: T | undefined, of: string): T | undefined {
  const [last, keep] = useState<{ of: string; value: T }>()
  if (value !== undefined && (last?.value !== value || last.of !== of)) keep({ of, value })
  return value ?? (last !== undefined && last.of === of ? last.value : undefined)
}
