import { useState } from 'react'
import type { Offer } from '#lib/contract/gpu.ts'
import { formatMoney } from '#lib/text/decimal.ts'
import { SteadyButton } from '#ui/steady-button.tsx'
import { toast } from '#ui/toast.ts'
import { actionErrorText } from '../../core/calls/error-text.ts'
import { useT } from '../../core/texts/i18n.ts'
import { gib, hoursText, measured, network, regionText } from '../format.ts'
import { Model } from '../model.tsx'
import { OfferStatus } from '../status.tsx'
import { detailOf, notifyWhenFree } from '../store.ts'
import { m } from '../texts.ts'

/** A machine in the list. */
export function OfferCard({ offer }: { offer: Offer }) {
  const isRentable = offer.state === 'free' && !offer.isSimulated
  const act = m(isRentable ? 'offer.rent' : 'offer.look')
  const rows = [
    [m('offer.cpu'), m('offer.cpuOf', { cpu: offer.cpu, cores: offer.cores })],
    [m('offer.ram'), gib(offer.ramMib)],
    [m('offer.disk'), gib(offer.diskGib * 1024)],
    [m('offer.network'), network(offer.networkMbps)],
    [m('offer.reliability'), measured(offer.reliability)],
    [m('offer.longest'), hoursText(offer.longestHours)],
  ] as const
  return (
    <li className="panel grid grid-rows-[auto_1fr_auto]">
      <div className="p-5 border-b border-line">
        <p className="flex items-center justify-between gap-2.5 min-h-6">
          <span className="text-sm text-muted min-w-0 truncate">
            <bdi>{regionText(offer.region)}</bdi>
            {offer.isMine && ` · ${m('offer.mine')}`}
          </span>
          <OfferStatus offer={offer} />
        </p>
        <h2 className="title text-lg mt-2">
          <Model offer={offer} />
        </h2>
        <p className="text-sm text-muted">
          {offer.count > 0 ? m('offer.memoryOf', { memory: gib(offer.memoryMib) }) : m('offer.noGpu')}
        </p>
      </div>
      <dl className="px-5 text-sm rule [&>div]:flex [&>div]:justify-between [&>div]:gap-3 [&>div]:py-2.5">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt className="text-muted shrink-0">{name}</dt>
            <dd className="num whitespace-normal! text-right">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="p-5 border-t border-line flex items-end justify-between gap-3 flex-wrap">
        <p>
          <span className="title text-2xl num" translate="no">
            {formatMoney(offer.price)}
          </span>{' '}
          <span className="ml-0.5 text-muted">USDT</span>
          <span className="block text-xs text-muted">
            {offer.count > 1 ? m('offer.perGpu', { price: formatMoney(offer.pricePerGpu) }) : m('offer.perHour')}
          </span>
        </p>
        <div className="flex gap-2">
          {!offer.isSimulated && offer.state !== 'free' && <Wait offer={offer} />}
          <a
            className={`btn ${isRentable ? 'btn-neutral' : 'btn-line'}`}
            href={detailOf(offer.id)}
            aria-label={`${act}: ${offer.model}`}
          >
            {act}
          </a>
        </div>
      </div>
    </li>
  )
}

function Wait({ offer }: { offer: Offer }) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      await notifyWhenFree(offer)
      toast('success', m(offer.isAwaited ? 'wait.off' : 'wait.on'))
    } catch (error) {
      toast('error', actionErrorText(t, error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <SteadyButton className="btn-line" off={busy} aria-pressed={offer.isAwaited} onClick={() => void run()}>
      {m(offer.isAwaited ? 'wait.cancel' : 'wait.ask')}
    </SteadyButton>
  )
}
