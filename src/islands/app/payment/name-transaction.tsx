import { lazy, Suspense } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import { Icon } from '#ui/icon.tsx'
import type { NamedTransactionProps } from './named-transaction.tsx'

const NamedTransaction = lazy(() =>
  import('./named-transaction.tsx').then(({ NamedTransaction }) => ({ default: NamedTransaction })),
)

/** For a missing payment: the payer names the transaction and sees its state. */
export function NameTransaction({ summary, ...props }: NamedTransactionProps & { summary: string }) {
  return (
    <details className="border-t border-line group" open={props.named !== null}>
      <summary className="px-5 lg:px-6 py-4 text-sm text-muted cursor-pointer list-none flex items-center justify-between gap-3">
        {summary}
        <Icon path={icons.plus} className="size-4 group-open:rotate-45 transition-transform" />
      </summary>
      <div className="px-5 lg:px-6 pb-5 grid grid-cols-[minmax(0,1fr)] gap-4">
        <Suspense fallback={<span className="skeleton h-12 rounded-field" />}>
          <NamedTransaction {...props} />
        </Suspense>
      </div>
    </details>
  )
}
