import { useStore } from '@nanostores/react'
import type { ReadableAtom } from 'nanostores'
import type { ReactNode } from 'react'
import type { Endpoint, ReplyOf } from '#lib/contract/endpoint.ts'
import { RowsSkeleton } from '#ui/skeleton.tsx'
import type { ResourceStore } from '../calls/resource.ts'
import { PagedRows } from './paged-rows.tsx'

interface PagedListProps<E extends Endpoint> {
  /** A list of `createList`. */
  list: {
    $list: ResourceStore<E>
    $filter: ReadableAtom<unknown>
    $page: ReadableAtom<number>
    $size: ReadableAtom<number>
    goTo: (page: number) => void
  }
  /** Rows of the skeleton; a page's number by default. */
  rows?: number
  /** Shown for an empty list. */
  empty: ReactNode
  children: (data: ReplyOf<E>) => ReactNode
}

/** A list of `createList` with its pager: loading, failed, empty, and loaded. */
export function PagedList<E extends Endpoint>({ list, rows, empty, children }: PagedListProps<E>) {
  const filter = useStore(list.$filter)
  const page = useStore(list.$page)
  const size = useStore(list.$size)
  const totalOf = (data: ReplyOf<E>) => (data as { total: number }).total
  return (
    <PagedRows
      store={list.$list}
      of={JSON.stringify(filter ?? null)}
      page={page}
      size={size}
      totalOf={totalOf}
      onPage={list.goTo}
      className="border-t border-line px-5 lg:px-6 py-3"
      skeleton={<RowsSkeleton rows={rows ?? size} />}
    >
      {(data) => (totalOf(data) === 0 ? empty : children(data))}
    </PagedRows>
  )
}
