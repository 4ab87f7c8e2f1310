import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { CoinBalance } from '#lib/contract/earnings.ts'
import { minedCoins } from '#lib/money/coins.ts'
import { localDateTime, utcDateTime } from '#lib/time/format.ts'
import { CoinMark } from '#ui/coin.tsx'
import { useCountdown } from '#ui/countdown.ts'
import { Fit } from '#ui/fit.tsx'
import { UnbrokenDates } from '#ui/unbroken-dates.tsx'
import { ReadFailed } from '../core/calls/load-state.tsx'
import { serviceMs } from '../core/calls/service-clock.ts'
import { useAmounts } from '../core/texts/amounts.ts'
import { useT } from '../core/texts/i18n.ts'
import { durationText } from '../devices/index.ts'
import type { Overview } from './bars.ts'
import { $earnings } from './store.ts'

const steps = ['minedToday', 'settling', 'frozen', 'balance'] as const
type Step = (typeof steps)[number]
const heats: Record<Step, string> = {
  minedToday: 'bg-heat-1',
  settling: 'bg-heat-2',
  frozen: 'bg-heat-3',
  balance: 'bg-heat-4',
}

/** From mined to withdrawable: four steps, each with its amounts and its next event. */
export function SettlementTimeline() {
  const t = useT()
  const { data, error } = useStore($earnings)
  return (
    <section className="panel overflow-hidden" aria-labelledby="timeline">
      <div className="px-5 lg:px-6 pt-5 pb-4">
        <h2 id="timeline" className="title text-lg">
          {t('timeline.title')}
        </h2>
      </div>
      {error && !data ? (
        <ReadFailed error={error} onRetry={() => void $earnings.reload()} />
      ) : (
        <ol className="grid sm:grid-cols-2 xl:grid-cols-4 gap-px bg-line border-t border-line">
          {steps.map((step, index) => (
            <StepCell key={step} step={step} number={index + 1} data={data} />
          ))}
        </ol>
      )}
    </section>
  )
}

function StepCell({ step, number, data }: { step: Step; number: number; data: Overview | undefined }) {
  const t = useT()
  const isEstimate = step === 'minedToday' || step === 'settling'
  return (
    <li className="bg-base-100 px-5 lg:px-6 pb-4 relative flex flex-col">
      <span className={`absolute inset-x-0 top-0 h-1 forced-color-adjust-none ${heats[step]}`} aria-hidden="true" />
      <h3 className="pt-4 text-sm font-semibold">
        <span className="num text-faint mr-1.5" translate="no">
          {number}
        </span>
        {t(`timeline.${step}.title`)}
        {isEstimate && <span className="font-normal text-faint"> · {t('timeline.estimate')}</span>}
      </h3>
      <p className="mt-1 text-xs text-muted min-h-4 sm:min-h-9">{data && <Next step={step} data={data} />}</p>
      <Amounts step={step} coins={data?.coins} />
    </li>
  )
}

function Next({ step, data }: { step: Step; data: Overview }): ReactNode {
  const t = useT()
  const releases = data.coins.flatMap((coin) => coin.releases.map(({ releaseAt }) => releaseAt))
  const times = [...new Set(releases)].sort((a, b) => a - b)
  if (step === 'minedToday') return <Until key={data.settlementAt} at={data.settlementAt} text="timeline.settles" />
  if (step === 'settling')
    return t(data.coins.some(({ settling }) => settling !== '0') ? 'timeline.settling.text' : 'timeline.settling.none')
  if (step === 'balance') return t('timeline.balance.text')
  if (times.length === 0) return t('timeline.frozen.none')
  return times.map((at) => <Until key={at} at={at} text="timeline.released" />)
}

/** A moment with what is left until then; by hover in the reader's own zone. */
function Until({ at, text }: { at: number; text: 'timeline.settles' | 'timeline.released' }) {
  const t = useT()
  const left = useCountdown({ deadline: at * 1000, now: serviceMs, onEnd: () => void $earnings.reload() })
  return (
    <span className="block" title={t('timeline.yourTime', { time: localDateTime(at) })}>
      <UnbrokenDates text={t(text, { time: utcDateTime(at), left: durationText(t, left) })} />
    </span>
  )
}

/** The coins that are mined always have a row, so that nothing moves when the figures come. */
function Amounts({ step, coins }: { step: Step; coins: readonly CoinBalance[] | undefined }) {
  const amounts = useAmounts()
  const rest = (coins ?? [])
    .map(({ currencyCode }) => currencyCode)
    .filter((one) => !minedCoins.some((coin) => coin === one))
  return (
    <dl className="mt-auto pt-3 grid gap-1.5 text-sm">
      {[...minedCoins, ...rest].map((coin) => {
        const amount = coins?.find(({ currencyCode }) => currencyCode === coin)?.[step] ?? '0'
        return (
          <div key={coin} className="flex items-center gap-2">
            <CoinMark symbol={coin} small />
            <dt className="text-muted">{coin}</dt>
            <dd
              className={`flex-1 text-right num @container ${amount === '0' && !amounts.hidden ? 'text-faint' : 'font-semibold'}`}
              translate="no"
            >
              <Fit text={coins ? amounts.coin(amount) : '—'} />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
