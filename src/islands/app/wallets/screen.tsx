import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { ReplyOf } from '#lib/contract/endpoint.ts'
import type { ListedWallet, wallets } from '#lib/contract/wallets.ts'
import * as icons from '#lib/illustration/icons.ts'
import { type Coin, withdrawableCoins } from '#lib/money/coins.ts'
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

/** From this many wallets on, a search by name is of use. */
const SEARCHED = 5

/** Withdrawal addresses by coin. */
export function WalletsScreen() {
  const [words, setWords] = useState('')
  const count = useStore($wallets).data?.groups.flatMap(({ list }) => list).length ?? 0
  return (
    <section className="panel overflow-hidden" aria-label={m('wallets.title')}>
      <div className="px-5 lg:px-6 pt-5 pb-4 flex flex-wrap items-center gap-3">
        <p className="flex-1 min-w-56 text-sm text-muted">{m('wallets.text')}</p>
        {count >= SEARCHED && <Search words={words} onChange={setWords} />}
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
        const unused = words.trim() === '' ? withdrawableCoins.filter((coin) => !groups.some(isOf(coin))) : []
        return (
          <>
            {found.map(({ currencyCode, list }) => (
              <section key={currencyCode} aria-label={currencyCode} className="border-b border-line last:border-b-0">
                <h2 className="sr-only">{currencyCode}</h2>
                <ul className="rule">
                  {list.map((wallet) => (
                    <WalletRow key={wallet._id} wallet={wallet} />
                  ))}
                </ul>
              </section>
            ))}
            {unused.map((coin) => (
              <section key={coin} aria-label={coin} className="border-b border-line last:border-b-0">
                <div className="px-5 lg:px-6 py-3.5 flex flex-wrap items-center gap-x-2.5 gap-y-2">
                  <CoinMark symbol={coin} />
                  <h2 className="font-medium">{coin}</h2>
                  <p className="flex-1 text-sm text-muted">{m('wallets.noneOf')}</p>
                  <WalletDialog coin={coin} />
                </div>
              </section>
            ))}
          </>
        )
      }}
    </Loaded>
  )
}

const isOf = (coin: Coin) => (group: CoinGroups[number]) => group.currencyCode === coin

/** On a phone the actions are below the address, side by side. */
function WalletRow({ wallet }: { wallet: ListedWallet }) {
  const t = useT()
  const { _id, currencyCode, addressName, chainName, walletAddress, lastUsedAt, createdAt, holdUntil } = wallet
  return (
    <li className="px-5 lg:px-6 py-3.5 flex flex-wrap items-center gap-x-4 gap-y-3">
      <div className="flex-1 min-w-full md:min-w-0 grid grid-cols-[minmax(0,1fr)] gap-1">
        <span className="flex flex-wrap items-center gap-x-2.5">
          <CoinMark symbol={currencyCode} />
          <bdi className="font-medium min-w-0 break-words">{addressName}</bdi>
          <span className="text-xs text-muted">
            {currencyCode} · {chainName}
          </span>
        </span>
        <span className="flex items-center gap-2">
          <span className="code text-xs md:text-sm break-words min-w-0">{groupOfFour(walletAddress)}</span>
          <CopyButton text={walletAddress} label={t('copy')} copiedLabel={t('copied')} failedText={t('copyFailed')} />
        </span>
        <span className="text-xs text-faint num whitespace-normal!">
          <UnbrokenDates
            text={
              lastUsedAt === null
                ? m('wallets.unused', { time: utcDateTime(createdAt) })
                : m('wallets.lastUsed', { time: utcDateTime(lastUsedAt) })
            }
          />
        </span>
        {holdUntil !== null && (
          <span title={m('yourTime', { time: localDateTime(holdUntil) })}>
            <Status tone="warning" mark="half">
              {m('wallets.holdUntil', { time: utcDateTime(holdUntil) })}
            </Status>
          </span>
        )}
      </div>
      <span className="flex gap-2">
        <WalletDialog wallet={wallet} />
        <WithdrawButton coin={currencyCode} walletId={_id} className="btn btn-line btn-sm" />
      </span>
    </li>
  )
}
