import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { Endpoint, ReplyOf } from '#lib/contract/endpoint.ts'
import { usePreservedFocus } from '#ui/focus.ts'
import { Pager } from '#ui/pager.tsx'
import { readErrorText } from '../calls/error-text.ts'
import { Loaded, type LoadedProps } from '../calls/load-state.tsx'
import { useT } from '../texts/i18n.ts'
import { LoadMore } from './load-more.tsx'
import { $isPhone, growsOn, type Part, pageOfPart, partOf } from './phone.ts'

interface PagedProps<E extends Endpoint> extends LoadedProps<E> {
  /**
   * Identity of the paged list: its previous page is shown until the next one has loaded; another list starts at its
   * first page.
   */
  of: string
  page: number
  /** Rows of a page. */
  size: number
  totalOf: (data: ReplyOf<E>) => number
  onPage: (page: number) => void
  /** True if it grows on a phone; its store then requests `partOf` the page. */
  grows?: boolean
  /** Class of the line with the page numbers. */
  className?: string
}

/**
 * A list by pages; on a phone it grows. While another page loads, the previous one stays, paler, and so do the numbers
 * with the focus. An error replaces the page; a growing list keeps its rows, and its button retries. A page whose rows
 * are all gone is replaced by the last page.
 */
export function PagedRows<E extends Endpoint>(props: PagedProps<E>) {
  const { store, of, page, size, totalOf, onPage, grows = true, className = '', ...loaded } = props
  const t = useT()
  const { data, error } = useStore(store)
  const [isRetrying, setRetrying] = useState(false)
  const focusProps = usePreservedFocus<HTMLDivElement>()
  const isPhone = useStore($isPhone) && grows
  const part = partOf({ page, size }, isPhone)
  const last = useLast(data, of, part)
  const total = last === undefined ? 0 : totalOf(last.value)
  const isGrowing = last !== undefined && part.page === 1 && growsOn(last.part, total, isPhone)
  const pages = Math.ceil(total / part.size)
  const isPastEnd = data !== undefined && pages > 0 && part.page > pages
  useEffect(() => {
    if (isPastEnd) onPage(pageOfPart(pages, isPhone))
  }, [isPastEnd, pages, isPhone, onPage])
  const failure = data === undefined ? error : undefined
  const isComing = last !== undefined && data === undefined && error === undefined
  const retry = async () => {
    setRetrying(true)
    await store.reload()
    setRetrying(false)
  }
  return (
    <>
      {/* Without a line of its own the button has the same distance from the rows as the numbers. The focus moves
          with it. */}
      <div
        {...(isPhone && { ...focusProps, tabIndex: -1 })}
        className={`outline-none grid grid-cols-[minmax(0,1fr)] ${className ? '' : 'gap-4'}`}
      >
        <div aria-busy={isComing} className={isComing ? 'opacity-50' : ''}>
          <Loaded store={store} {...loaded} until={failure && !isGrowing ? undefined : last?.value} />
        </div>
        {isGrowing && (
          <LoadMore
            shown={last.part.size}
            total={total}
            busy={isComing || isRetrying}
            error={failure && readErrorText(t, failure)}
            onMore={() => (failure ? void retry() : onPage(page + 1))}
          />
        )}
      </div>
      {!isGrowing && (
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

interface Last<T> {
  of: string
  value: T
  /** The requested part of the list. */
  part: Part
}

/** The newest value of something that was ever defined. */
function useLast<T>(value: T | undefined, of: string, part: Part): Last<T> | undefined {
  const [last, setLast] = useState<Last<T>>()
  const isNew = value !== undefined && (last?.value !== value || last.of !== of)
  const newest = isNew ? { of, value, part } : last
  if (isNew) setLast(newest)
  return newest?.of === of ? newest : undefined
}
