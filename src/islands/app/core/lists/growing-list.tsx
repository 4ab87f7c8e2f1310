import { useStore } from '@nanostores/react'
import type { ReadableAtom } from 'nanostores'
import { type ReactNode, useState } from 'react'
import type { Endpoint } from '#lib/contract/endpoint.ts'
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
  list: { $newest: ResourceStore<E>; $shown: ReadableAtom<Shown<Row> | undefined>; more: () => Promise<void> }
  /** Rows of the skeleton. */
  rows: number
  /** Shown for an empty list. */
  empty: ReactNode
  children: (records: readonly Row[]) => ReactNode
}

/** A list of `createGrowingList`: loading, failed, empty, and loaded, with a button for older rows. */
export function GrowingList<E extends Endpoint, Row>({ list, rows, empty, children }: GrowingListProps<E, Row>) {
  const shown = useStore(list.$shown)
  const focusProps = usePreservedFocus<HTMLDivElement>()
  return (
    <div {...focusProps} tabIndex={-1} className="outline-none">
      <Loaded store={list.$newest} skeleton={<RowsSkeleton rows={rows} />}>
        {() => shown && (shown.records.length === 0 ? empty : children(shown.records))}
      </Loaded>
      {shown?.next && <Older shown={shown.records.length} total={shown.total} more={list.more} />}
    </div>
  )
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
