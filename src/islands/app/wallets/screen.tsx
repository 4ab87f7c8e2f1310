import { useState } from 'react'
import type { ReplyOf } from '#lib/contract/endpoint.ts'
import type { ListedWallet, wallets } from '#lib/contract/wallets.ts'
import * as icons from '#lib/illustration/icons.ts'
import { groupOfFour } from '#lib/text/shorten.ts'
import { localDateTime, utcDateTime } from '#lib/time/format.ts'
import { CoinMark } from '#ui/coin.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Empty } from '#ui/empty.tsx'
import { Icon } from '#ui/icon.tsx'
import { RowsSkeleton } from '#ui/skeleton.tsx'
import { Status } from '#ui/status.tsx'
import { UnbrokenDates } from '#ui/unbroken-dates.tsx'
import { Loaded } from '../core/calls/load-state.tsx'
import { useT } from '../core/texts/i18n.ts'
import { m } from '../core/texts/money.ts'
import { WithdrawButton } from '../withdrawals/index.ts'
import { $wallets } from './store.ts'
import { WalletDialog } from './wallet-dialog.tsx'

/** Withdrawal addresses by coin. */
export function WalletsScreen() {
  const [words, setWords] = useState('')
  return (
    <section className="panel overflow-hidden" aria-label={m('wallets.title')}>
      <div className="px-5 lg:px-6 pt-5 pb-4 flex flex-wrap items-center gap-3">
        <p className="flex-1 min-w-56 text-sm text-muted">{m('wallets.text')}</p>
        <Search words={words} onChange={setWords} />
        <WalletDialog />
      </div>
      <div className="border-t border-line">
        <Groups words={words} />
      </div>
    </section>
  )
}

interface SearchProps {
  words: string
  onChange: (words: string) => void
}

function Search({ words, onChange }: SearchProps) {
  return (
    <div className="input h-9 w-full sm:w-48">
      <Icon path={icons.search} className="size-4 text-faint" />
      <input
        type="search"
        aria-label={m('wallets.search')}
        placeholder={m('wallets.search')}
        maxLength={64}
        value={words}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </div>
  )
}

type CoinGroups = ReplyOf<typeof wallets>['groups']

/** Wallets whose name contains the words in any case, like the service's search. */
function matching(groups: CoinGroups, words: string): CoinGroups {
  const searched = words.trim().toLowerCase()
  const found = groups.map((group) => ({
    ...group,
    list: group.list.filter(({ addressName }) => addressName.toLowerCase().includes(searched)),
  }))
  return found.filter(({ list }) => list.length > 0)
}

function Groups({ words }: { words: string }) {
  return (
    <Loaded store={$wallets} skeleton={<RowsSkeleton rows={3} />}>
      {({ groups }) => {
        if (groups.length === 0) return <Empty title={m('wallets.empty')} text={m('wallets.emptyText')} />
        const found = matching(groups, words)
        if (found.length === 0) return <Empty title={m('wallets.notFound')} />
        return found.map(({ currencyCode, list }) => (
          <section key={currencyCode} aria-label={currencyCode} className="border-b border-line last:border-b-0">
            <h2 className="px-5 lg:px-6 pt-4 flex items-center gap-2.5 text-sm font-semibold">
              <CoinMark symbol={currencyCode} />
              <span className="flex-1">{currencyCode}</span>
              <WithdrawButton coin={currencyCode} className="btn btn-line btn-sm" />
            </h2>
            <ul className="rule">
              {list.map((wallet) => (
                <WalletRow key={wallet._id} wallet={wallet} />
              ))}
            </ul>
          </section>
        ))
      }}
    </Loaded>
  )
}

function WalletRow({ wallet }: { wallet: ListedWallet }) {
  const t = useT()
  return (
    <li className="px-5 lg:px-6 py-3.5 grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 items-start">
      <span className="font-medium break-words">
        <bdi>{wallet.addressName}</bdi>
        <span className="ml-2 text-xs text-muted font-normal">{wallet.chainName}</span>
      </span>
      <span className="md:row-span-2">
        <WalletDialog wallet={wallet} />
      </span>
      <span className="col-span-2 md:col-span-1 flex items-center gap-2">
        <span className="code text-xs md:text-sm break-words min-w-0">{groupOfFour(wallet.walletAddress)}</span>
        <CopyButton
          text={wallet.walletAddress}
          label={t('copy')}
          copiedLabel={t('copied')}
          failedText={t('copyFailed')}
        />
      </span>
      <span className="text-xs text-faint num whitespace-normal! col-span-2 md:col-span-1">
        <UnbrokenDates
          text={
            wallet.lastUsedAt === null
              ? m('wallets.unused', { time: utcDateTime(wallet.createdAt) })
              : m('wallets.lastUsed', { time: utcDateTime(wallet.lastUsedAt) })
          }
        />
      </span>
      {wallet.holdUntil !== null && (
        <span className="col-span-2" title={m('yourTime', { time: localDateTime(wallet.holdUntil) })}>
          <Status tone="warning" mark="half">
            {m('wallets.holdUntil', { time: utcDateTime(wallet.holdUntil) })}
          </Status>
        </span>
      )}
    </li>
  )
}
