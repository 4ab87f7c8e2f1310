import { useStore } from '@nanostores/react'
import { type Withdrawal, withdrawalStatus } from '#lib/contract/withdrawals.ts'
import { worthOf } from '#lib/money/worth.ts'
import { explorerOf } from '#lib/rules/explorers.ts'
import type { ChainCode } from '#lib/rules/networks.ts'
import { $isDemo } from '#lib/session/demo.ts'
import { shorten } from '#lib/text/shorten.ts'
import { localDateTime, utcDateTime } from '#lib/time/format.ts'
import { CoinMark } from '#ui/coin.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Status, type Tone } from '#ui/status.tsx'
import { UnbrokenDates } from '#ui/unbroken-dates.tsx'
import type { Column } from '../core/lists/data-list.tsx'
import { useAmounts } from '../core/texts/amounts.ts'
import { useT } from '../core/texts/i18n.ts'
import { m } from '../core/texts/money.ts'
import { reasonText } from '../core/texts/reason-text.ts'
import { CancelWithdrawal } from './cancel-dialog.tsx'

const looks: Record<
  Withdrawal['status'],
  { word: 'pending' | 'approved' | 'refused' | 'credited' | 'cancelled'; tone: Tone; mark: 'on' | 'half' | 'off' }
> = {
  [withdrawalStatus.pending]: { word: 'pending', tone: 'info', mark: 'half' },
  [withdrawalStatus.approved]: { word: 'approved', tone: 'info', mark: 'on' },
  [withdrawalStatus.refused]: { word: 'refused', tone: 'error', mark: 'off' },
  [withdrawalStatus.credited]: { word: 'credited', tone: 'success', mark: 'on' },
  [withdrawalStatus.cancelled]: { word: 'cancelled', tone: 'muted', mark: 'off' },
}

export const statusWord = (status: Withdrawal['status']): string => m(`withdrawals.status.${looks[status].word}`)

export function useColumns(): Column<Withdrawal>[] {
  const amounts = useAmounts()
  return [
    {
      key: 'amount',
      header: m('withdrawals.amount'),
      role: 'title',
      cell: (one) => (
        <span className="flex items-center gap-3">
          <CoinMark symbol={one.currencyCode} />
          <span>
            <span className="block font-semibold num" translate="no">
              {amounts.coin(one.amount)} {one.currencyCode}
            </span>
            <span
              className="block text-xs text-faint num"
              translate="no"
              title={m('yourTime', { time: localDateTime(one.time) })}
            >
              {utcDateTime(one.time)}
            </span>
          </span>
        </span>
      ),
    },
    {
      key: 'receive',
      header: m('withdraw.receive'),
      align: 'end',
      sort: (one) => worthOf(one.receiveAmount, one.currencyCode),
      cell: (one) => (
        <span>
          {amounts.coin(one.receiveAmount)}
          <span className="block text-xs text-faint">
            {m('withdrawals.fee', { fee: amounts.coin(one.networkFee) })}
          </span>
        </span>
      ),
    },
    {
      key: 'wallet',
      header: m('withdraw.wallet'),
      sort: (one) => one.addressName,
      cell: (one) => <Target withdrawal={one} />,
    },
    {
      key: 'status',
      header: m('details.status'),
      role: 'status',
      cell: (one) => <State withdrawal={one} />,
    },
    {
      key: 'cancel',
      header: m('withdrawals.cancel'),
      role: 'action',
      cell: (one) => one.status === withdrawalStatus.pending && <CancelWithdrawal withdrawal={one} />,
    },
  ]
}

function Target({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useT()
  return (
    <span className="inline-grid">
      <bdi className="break-words">{withdrawal.addressName}</bdi>
      <span className="inline-flex items-center gap-1 -my-2 md:my-0 text-xs text-muted">
        <span className="code whitespace-nowrap" title={withdrawal.pickupAddress}>
          {shorten(withdrawal.pickupAddress)}
        </span>
        <CopyButton
          text={withdrawal.pickupAddress}
          label={t('copy')}
          copiedLabel={t('copied')}
          failedText={t('copyFailed')}
        />
      </span>
    </span>
  )
}

export function WithdrawalStatus({ status }: Pick<Withdrawal, 'status'>) {
  const { tone, mark } = looks[status]
  return (
    <Status tone={tone} mark={mark}>
      {statusWord(status)}
    </Status>
  )
}

/** The status with its details: end of the hold, reason of the refusal, transaction. */
function State({ withdrawal }: { withdrawal: Withdrawal }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 md:inline-grid md:justify-items-start text-xs text-muted">
      <WithdrawalStatus status={withdrawal.status} />
      <Note withdrawal={withdrawal} />
    </span>
  )
}

function Note({ withdrawal }: { withdrawal: Withdrawal }) {
  if (withdrawal.status === 0)
    return (
      <>
        {withdrawal.hold && (
          <span className="num whitespace-normal!">
            {withdrawal.hold.reasons.map((reason) => m(`withdrawals.holds.${reason}`)).join(' ')}{' '}
            <UnbrokenDates text={m('withdrawals.heldUntil', { time: utcDateTime(withdrawal.hold.until) })} />
          </span>
        )}
        <span
          className="num whitespace-normal! break-keep"
          title={m('yourTime', { time: localDateTime(withdrawal.dueAt) })}
        >
          <UnbrokenDates text={m('withdrawals.due', { time: utcDateTime(withdrawal.dueAt) })} />
        </span>
      </>
    )
  if (withdrawal.status === 2) return <span className="break-words max-w-64">{reasonText(withdrawal)}</span>
  if (withdrawal.status === 3) return <Transaction chain={withdrawal.chainCode} id={withdrawal.transactionId} />
  return null
}

/** Links to its network's explorer; demo transactions are on no network. */
function Transaction({ chain, id }: { chain: ChainCode; id: string }) {
  const isDemo = useStore($isDemo)
  const props = { className: 'code whitespace-nowrap', title: id, children: shorten(id) }
  if (isDemo) return <span {...props} />
  return (
    <a {...props} className={`link ${props.className}`} href={explorerOf(chain, id)} target="_blank" rel="noreferrer">
      {props.children}
      <span className="sr-only"> {m('withdrawals.explorer')}</span>
    </a>
  )
}
