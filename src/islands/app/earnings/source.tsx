import type { EarningSource } from '#lib/contract/earnings.ts'
import { currentLocale } from '#lib/session/locale.ts'
import { shorten } from '#lib/text/shorten.ts'
import { m } from '../core/texts/money.ts'

/** The source of an earning, in the reader's language. */
export function sourceText(source: EarningSource): string {
  if (source.kind === 'ambassador') return m(`source.tier${source.tier}`)
  return source.kind === 'order' && currentLocale() === 'zh' ? source.nameZh : source.name
}

/** An order has its number with it: two orders of a plan have the same title. */
export function SourceName({ source }: { source: EarningSource }) {
  return (
    <>
      <bdi className="break-words">{sourceText(source)}</bdi>
      {/* The line may break between the two, not in the number. */}
      {source.kind === 'order' && (
        <>
          {'\u00a0 '}
          <span className="text-xs text-faint font-normal code whitespace-nowrap">{shorten(source.id)}</span>
        </>
      )}
    </>
  )
}
