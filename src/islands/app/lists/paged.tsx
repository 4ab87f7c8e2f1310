import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { Endpoint, ReplyOf } from '#lib/contract/endpoint.ts'
import { Pager } from '#ui/pager.tsx'
import { Loaded, type LoadedProps } from '../calls/loaded.tsx'
import { useT } from '../texts/i18n.ts'

interface PagedProps<E extends Endpoint> extends LoadedProps<E> {
  /** Names what the pages are of: its last page stands until the next has come; pages of something else begin anew. */
  of: string
  page: number
  /** Rows of a page. */
  size: number
  totalOf: (data: ReplyOf<E>) => number
  onPage: (page: number) => void
  /** Of the line with the numbers. */
  className?: string
}

/**
 * A list by pages. While another page is on its way, the one before it stands, paler, and so do the numbers, with the
 * focus on them. A page whose rows have all gone gives way to the last one that there is.
 */
export function Paged<E extends Endpoint>(props: PagedProps<E>) {
  const { store, of, page, size, totalOf, onPage, className = '', ...loaded } = props
  const t = useT()
  const { data, error } = useStore(store)
  const last = useLast(data, of)
  const pages = last === undefined ? 0 : Math.ceil(totalOf(last) / size)
  const isGone = data !== undefined && pages > 0 && page > pages
  useEffect(() => {
    if (isGone) onPage(pages)
  }, [isGone, pages, onPage])
  const isComing = last !== undefined && data === undefined && error === undefined
  return (
    <>
      <div aria-busy={isComing} className={isComing ? 'opacity-50' : ''}>
        <Loaded store={store} {...loaded} until={last} />
      </div>
      <div className={`empty:hidden ${className}`}>
        <Pager
          page={page}
          pages={pages}
          onPage={onPage}
          label={t('pager.label')}
          previousLabel={t('pager.previous')}
          nextLabel={t('pager.next')}
          text={t('pager.text', { page, pages })}
        />
      </div>
    </>
  )
}

/** The newest value that there was of something. */
function useLast<T>(value: T | undefined, of: string): T | undefined {
  const [last, keep] = useState<{ of: string; value: T }>()
  if (value !== undefined && (last?.value !== value || last.of !== of)) keep({ of, value })
  return value ?? (last !== undefined && last.of === of ? last.value : undefined)
}
