import { useStore } from '@nanostores/react'
import { useState } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import { formatCount, formatMoney } from '#lib/text/decimal.ts'
import { Icon } from '#ui/icon.tsx'
import { Segments } from '#ui/segments.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { refusalText } from '../../core/calls/error-text.ts'
import { ConfirmDialog } from '../../core/forms/confirm-dialog.tsx'
import { navigation } from '../../core/routing/go-to.ts'
import { hoursText, usdt } from '../format.ts'
import { KeyChoice } from '../keys.tsx'
import { $keys, MINE } from '../store.ts'
import { m } from '../texts.ts'
import { type Start, StartChoice } from './start-choice.tsx'
import { $chosen, costOf, type Detail, lastsFor, rent } from './store.ts'

/** Terms to choose from: usual ones, and the longest that the machine has. */
const termsOf = (longest: number): number[] => [...new Set([1, 24, 168, longest])].filter((one) => one <= longest)

/** Term, image, keys and price of a rental. */
export function RentForm({ detail }: { detail: Detail }) {
  const { offer, balance } = detail
  const keys = useStore($keys).data?.list ?? []
  const chosen = useStore($chosen)
  const [term, setTerm] = useState<string>('open')
  const [start, choose] = useState<Start>({ image: detail.images[0] ?? 'plain' })
  const [asking, ask] = useState(false)
  const [problem, setProblem] = useState<string>()
  const keyIds = keys.map(({ id }) => id).filter((id) => chosen?.includes(id) ?? true)
  const hours = term === 'open' ? null : Number(term)
  const isOpen = offer.state === 'free' && !offer.isSimulated
  const isPaid = lastsFor(balance, offer.price) >= 1
  const off = !isOpen || !isPaid || keyIds.length === 0

  async function begin() {
    setProblem(undefined)
    try {
      await rent({ id: offer.id, hours, image: 'plain', ...start, keyIds, price: offer.price })
      navigation.goTo(MINE)
    } catch (error) {
      setProblem(refusalText(error) ?? m('rent.lost'))
    }
  }

  return (
    <section className="panel p-5 lg:p-6 grid grid-cols-[minmax(0,1fr)] gap-5" aria-labelledby="rent">
      <h2 id="rent" className="title text-lg">
        {m('rent.title')}
      </h2>
      <div>
        <p className="text-sm font-medium mb-1.5" aria-hidden="true">
          {m('rent.term')}
        </p>
        <Segments
          label={m('rent.term')}
          className="flex-wrap"
          value={term}
          onChange={setTerm}
          segments={[
            { value: 'open', label: m('rent.open') },
            ...termsOf(offer.longestHours).map((one) => ({
              value: String(one),
              label: hoursText(one),
            })),
          ]}
        />
      </div>
      <StartChoice detail={detail} start={start} onChoose={choose} />
      <KeyChoice chosen={keyIds} onChoose={(change) => $chosen.set(change($chosen.get() ?? keyIds))} />
      <Cost detail={detail} hours={hours} />
      {offer.isSimulated && <p className="text-sm text-warning-text">{m('rent.simulated')}</p>}
      {offer.isMine && <p className="text-sm text-warning-text">{m('rent.mine')}</p>}
      {offer.state === 'lacking' && <p className="text-sm text-warning-text">{m('rent.lacking')}</p>}
      {offer.state === 'unready' && <p className="text-sm text-warning-text">{m('rent.unready')}</p>}
      {!isPaid && isOpen && (
        <p className="text-sm text-warning-text">
          {m('rent.short')}{' '}
          <a className="link" href="/user/balance/recharge">
            {m('rent.recharge')}
          </a>
        </p>
      )}
      <p role="alert" className={problem ? 'text-sm text-error flex gap-2' : 'sr-only'}>
        {problem && <Icon path={icons.circleAlert} className="size-4 mt-0.5" />}
        {problem}
      </p>
      <SteadyButton className="btn-primary btn-block h-12" off={off} onClick={() => ask(true)}>
        {isOpen ? m('rent.act', { price: usdt(offer.price) }) : m('rent.closed')}
      </SteadyButton>
      <ConfirmDialog
        open={asking}
        onClose={() => ask(false)}
        title={m('rent.askTitle', { model: offer.model })}
        text={rentTermsOf(offer, hours)}
        confirm={m('rent.pay', { price: usdt(offer.price) })}
        act={begin}
      />
      <p className="text-xs text-muted">{m('rent.promise')}</p>
    </section>
  )
}

/** The price charged now, and the maximum total. */
function rentTermsOf({ price, longestHours }: Detail['offer'], hours: number | null): string {
  const first = { price: usdt(price) }
  if (hours === null) return m('rent.askOpen', { ...first, most: formatCount(longestHours) })
  if (hours === 1) return m('rent.askHour', first)
  return m('rent.askHours', { ...first, hours: formatCount(hours), total: usdt(costOf(price, hours)) })
}

function Cost({ detail: { offer, balance }, hours }: { detail: Detail; hours: number | null }) {
  const lasts = lastsFor(balance, offer.price)
  return (
    <dl className="well px-4 text-sm rule [&>div]:flex [&>div]:justify-between [&>div]:items-baseline [&>div]:gap-3 [&>div]:py-2.5">
      <div>
        <dt className="text-muted">{m('rent.balance')}</dt>
        <dd className="num" translate="no">
          {formatMoney(balance)} USDT
        </dd>
      </div>
      <div>
        <dt className="text-muted">{m('rent.lasts')}</dt>
        <dd className="num" translate="no">
          {lasts < offer.longestHours ? hoursText(lasts) : m('rent.lastsLongest', { hours: offer.longestHours })}
        </dd>
      </div>
      {hours === null && lasts < offer.longestHours && (
        <div>
          <dt className="text-muted">{m('offer.longest')}</dt>
          <dd className="num" translate="no">
            {hoursText(offer.longestHours)}
          </dd>
        </div>
      )}
      {hours !== null && (
        <div>
          <dt className="text-muted">{m('rent.total')}</dt>
          <dd className="num" translate="no">
            {usdt(costOf(offer.price, hours))} USDT
          </dd>
        </div>
      )}
      <div>
        <dt className="font-semibold">{m('rent.first')}</dt>
        <dd className="num title text-xl" translate="no">
          {usdt(offer.price)} USDT
        </dd>
      </div>
    </dl>
  )
}
