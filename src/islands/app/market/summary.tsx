import { useStore } from '@nanostores/react'
import * as icons from '#lib/illustration/icons.ts'
import { formatAmount, formatMoney } from '#lib/text/decimal.ts'
import { clock } from '#lib/time/duration.ts'
import { useCountdown } from '#ui/countdown.ts'
import { Icon } from '#ui/icon.tsx'
import { serviceMs } from '../calls/service-clock.ts'
import { $line, linesOf } from './line.ts'
import { $counts, $running } from './store.ts'
import { m } from './texts.ts'

/** What one's own orders of the line do now, and the one that waits for its payment. */
export function Summary() {
  const type = useStore($line)
  const own = useStore($running).data?.lines.find((line) => line.type === type)
  const next = useStore($counts).data?.lines.find((line) => line.type === type)?.next
  const yesterday = own?.yesterday?.[0]
  return (
    <section
      aria-label={m('summary.label')}
      className="grid grid-cols-2 lg:grid-cols-4 gap-px bg-line border border-line rounded-box overflow-hidden"
    >
      <Figure label={m('summary.hashrate')} value={own ? formatAmountShort(own.hashrate) : '–'} unit={own?.unit} />
      <Figure label={m('summary.running')} value={own ? String(own.running) : '–'} />
      <Figure
        label={m('summary.yesterday')}
        value={yesterday ? formatAmount(yesterday.amount) : '–'}
        unit={yesterday?.currencyCode}
      />
      {next ? (
        <Waiting key={next.orderNo} {...next} href={linesOf[type].order(next.orderNo)} />
      ) : (
        <Figure label={m('summary.unpaid')} value="0" />
      )}
    </section>
  )
}

const formatAmountShort = (text: string) => formatAmount(text).replace(/\.?0+$/, '')

function Figure({ label, value, unit }: { label: string; value: string; unit?: string | undefined }) {
  return (
    <div className="bg-base-100 px-5 py-4">
      <p className="text-xs text-muted">{label}</p>
      <p className="num title text-2xl">
        {value} {unit && <span className="text-sm text-muted font-normal">{unit}</span>}
      </p>
    </div>
  )
}

function Waiting({ amount, expiresAt, href }: { amount: string; expiresAt: number; href: string }) {
  const left = useCountdown({ deadline: expiresAt * 1000, now: serviceMs, onEnd: () => void $counts.reload() })
  return (
    <a href={href} className="bg-base-100 px-5 py-4 flex items-center gap-3 min-w-0 hover:bg-base-200/60">
      <Icon path={icons.clock} className="text-info" />
      <span className="flex-1 min-w-0">
        <span className="block font-semibold text-sm">{m('summary.waits')}</span>
        <span className="num whitespace-normal! text-xs text-muted">
          {m('summary.left', { time: clock(left, { hours: false }), amount: formatMoney(amount) })}
        </span>
      </span>
      <Icon path={icons.arrowRight} className="size-4 text-faint" />
    </a>
  )
}
