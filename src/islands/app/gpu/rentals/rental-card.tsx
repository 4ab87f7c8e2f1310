import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { Rental } from '#lib/contract/gpu.ts'
import * as icons from '#lib/illustration/icons.ts'
import { formatCount } from '#lib/text/decimal.ts'
import { localDateTime, utcDateTime } from '#lib/time/format.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { HeatStrip } from '#ui/heat-strip.tsx'
import { Icon } from '#ui/icon.tsx'
import { useT } from '../../core/texts/i18n.ts'
import { gib, regionText, usdt } from '../format.ts'
import { Model } from '../model.tsx'
import { RentalStatus } from '../status.tsx'
import { m } from '../texts.ts'
import { Acts } from './acts.tsx'
import { RentalDetail } from './rental-detail.tsx'
import { $openRental, commandOf } from './store.ts'

/** A rental: its state, access and cost. */
export function RentalCard({ rental }: { rental: Rental }) {
  const isOpen = useStore($openRental) === rental.id
  const { offer, state, reason } = rental
  const isLive = state === 'starting' || state === 'running'
  return (
    <li className="panel overflow-hidden" aria-label={offer.model}>
      <div className="p-5 lg:p-6 grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0">
            <h2 className="title text-lg">
              <Model offer={offer} />
            </h2>
            <p className="text-xs text-faint">
              <bdi>{regionText(offer.region)}</bdi> · <span className="code">{rental.id}</span>
            </p>
          </div>
          <RentalStatus rental={rental} />
        </div>
        {rental.template && (
          <p className="text-sm text-muted break-words">
            <bdi className="text-base-content">{rental.template.name}</bdi>{' '}
            <span className="code text-xs break-all">{rental.template.image}</span>
          </p>
        )}
        {state === 'starting' && <p className="text-sm text-muted">{m('mine.starting')}</p>}
        {rental.pull && <Pull pull={rental.pull} />}
        {rental.paused !== null && (
          <p className="text-sm text-warning-text">
            {m(`pauses.${rental.paused.cause}Text`, { time: utcDateTime(rental.paused.since) })}
          </p>
        )}
        {reason !== null && (
          <p className={state === 'failed' ? 'text-sm text-error' : 'text-sm text-muted'}>{m(`reasons.${reason}`)}</p>
        )}
        {rental.template?.page?.url && (
          <a
            className="btn btn-neutral justify-self-start"
            href={rental.template.page.url}
            target="_blank"
            rel="noopener noreferrer"
          >
            {m('mine.open', { name: rental.template.page.name })}
            <Icon path={icons.arrowUpRight} className="size-4" />
          </a>
        )}
        {rental.access && <Access access={rental.access} />}
        <Figures rental={rental} />
        {isLive && <Acts rental={rental} />}
      </div>
      <div className="border-t border-line px-5 lg:px-6 py-2">
        <button
          type="button"
          className="btn btn-ghost btn-sm text-muted -ml-3"
          aria-expanded={isOpen}
          onClick={() => $openRental.set(isOpen ? undefined : rental.id)}
        >
          <Icon path={isOpen ? icons.chevronUp : icons.chevronDown} className="size-4" />
          {m(state === 'running' ? 'mine.manage' : 'mine.more')}
        </button>
      </div>
      {isOpen && <RentalDetail />}
    </li>
  )
}

/** How much of the image has arrived. */
function Pull({ pull: { doneMib, totalMib } }: { pull: NonNullable<Rental['pull']> }) {
  const percent = Math.floor((doneMib * 100) / Math.max(1, totalMib))
  const text = m('mine.pull', { done: gib(doneMib), total: gib(totalMib) })
  const cells = 24
  return (
    <div>
      <p className="text-sm num">{text}</p>
      <div
        role="progressbar"
        aria-label={m('mine.pullLabel')}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={text}
        className="mt-2"
      >
        <HeatStrip cells={Array.from({ length: cells }, (_, index) => (index < (percent * cells) / 100 ? 3 : 0))} />
      </div>
    </div>
  )
}

function Access({ access }: { access: NonNullable<Rental['access']> }) {
  const t = useT()
  const command = commandOf(access)
  return (
    <div className="well px-4 py-3 grid grid-cols-[minmax(0,1fr)] gap-2">
      <p className="text-xs text-muted">{m('mine.connect')}</p>
      <div className="flex items-center justify-between gap-3">
        <code className="code wrap-anywhere" data-connect>
          {command}
        </code>
        <CopyButton text={command} label={t('copy')} copiedLabel={t('copied')} failedText={t('copyFailed')} />
      </div>
      <p className="text-xs text-muted">
        {m('mine.fingerprint')} <span className="code break-all">{access.hostKey}</span>
      </p>
    </div>
  )
}

function Figures({ rental }: { rental: Rental }) {
  const { paid, price, hours, hoursCharged, paidUntil, endedAt } = rental
  const time = (at: number) => (
    <span title={m('yourTime', { time: localDateTime(at) })}>{utcDateTime(at).replace(' UTC', '')}</span>
  )
  const cells: readonly (readonly [string, ReactNode])[] = [
    [m('mine.paid'), `${usdt(paid)} USDT`],
    [m('mine.price'), `${usdt(price)} USDT`],
    [
      m('mine.hours'),
      hours === null
        ? m('mine.hoursOpen', { hours: formatCount(hoursCharged) })
        : `${formatCount(hoursCharged)} / ${formatCount(hours)}`,
    ],
    endedAt === null
      ? [m('mine.paidUntil'), paidUntil === null ? '-' : time(paidUntil)]
      : [m('mine.ended'), time(endedAt)],
  ]
  return (
    <dl className="grid grid-cols-2 lg:grid-cols-4 gap-px bg-line border border-line rounded-box overflow-hidden">
      {cells.map(([name, value]) => (
        <div key={name} className="bg-base-100 px-4 py-3">
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="num whitespace-normal! font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
