import { useStore } from '@nanostores/react'
import type { ReadableAtom } from 'nanostores'
import { type ReactNode, useState } from 'react'
import type { Endpoint, ReplyOf } from '#lib/contract/endpoint.ts'
import { usePreservedFocus } from '#ui/focus.ts'
import { RowsSkeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { readErrorText } from '../calls/error-text.ts'
import { Loaded } from '../calls/load-state.tsx'
import type { ResourceStore } from '../calls/resource.ts'
import { useT } from '../texts/i18n.ts'
import { LoadMore } from './load-more.tsx'

interface Shown<Row> {
  records: readonly Row[]
  total: number
  next: string | null
}

interface GrowingListProps<E extends Endpoint, Row> {
  /** A list of `createGrowingList`. */
  list: {
    $newest: ResourceStore<E>
    $filter: ReadableAtom<unknown>
    $shown: ReadableAtom<Shown<Row> | undefined>
    more: () => Promise<void>
  }
  /** Rows of the skeleton. */
  rows: number
  /** Shown for an empty list. */
  empty: ReactNode
  children: (records: readonly Row[]) => ReactNode
}

/**
 * A list of `createGrowingList`: loading, failed, empty, and loaded, with a button for more rows. While another order loads, the rows of
 * the previous one stay, paler, and so does the heading with the focus.
 */
export function GrowingList<E extends Endpoint, Row>({ list, rows, empty, children }: GrowingListProps<E, Row>) {
  const shown = useStore(list.$shown)
  const { error } = useStore(list.$newest)
  const filter = useStore(list.$filter)
  const focusProps = usePreservedFocus<HTMLDivElement>()
  const last = useLast(shown, filter)
  const isComing = shown === undefined && last !== undefined && error === undefined
  return (
    <div {...focusProps} tabIndex={-1} className="outline-none">
      <div aria-busy={isComing} className={isComing ? 'opacity-50' : ''}>
        <Loaded
          store={list.$newest}
          skeleton={<RowsSkeleton rows={rows} />}
          until={isComing ? (last as unknown as ReplyOf<E>) : undefined}
        >
          {() => last && (last.records.length === 0 ? empty : children(last.records))}
        </Loaded>
      </div>
      {shown?.next && <Older shown={shown.records.length} total={shown.total} more={list.more} />}
    </div>
  )
}

/** The newest value of a filter that was ever defined. */
function useLast<T>(value: T | undefined, of: unknown): T | undefined {
  const [last, setLast] = useState<{ of: unknown; value: T }>()
  if (value !== undefined && (last?.value !== value || last.of !== of)) {
    setLast({ of, value })
    return value
  }
  return last && last.of === of ? last.value : undefined
}

function Older({ shown, total, more }: { shown: number; total: number; more: () => Promise<void> }) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    await more().catch((error) => toast('error', readErrorText(t, error)))
    setBusy(false)
  }
  return <LoadMore shown={shown} total={total} busy={busy} onMore={() => void run()} />
}
