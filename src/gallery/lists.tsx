import { useState } from 'react'
import { type Column, DataList } from '#app/core/lists/data-list.tsx'
import { formatAmount } from '#lib/text/decimal.ts'
import { shorten } from '#lib/text/shorten.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { CoinMark } from '#ui/coin.tsx'
import { Pager } from '#ui/pager.tsx'
import { Status } from '#ui/status.tsx'
import { t } from './texts.ts'

interface Row {
  id: string
  coin: string
  amount: string
  at: number
}

const rows: readonly Row[] = [
  { id: 'wd8f7a6b5c4d3e2f', coin: 'ALEO', amount: '1204.123456', at: 1_795_200_000 },
  { id: 'wd1a2b3c4d5e6f70', coin: 'GRASS', amount: '31.092', at: 1_795_113_600 },
  { id: 'wd99887766554433', coin: 'USDT', amount: '86.4', at: 1_795_027_200 },
]

const columns: readonly Column<Row>[] = [
  {
    key: 'coin',
    header: t('list.coin'),
    role: 'title',
    cell: ({ coin }) => (
      <span className="inline-flex items-center gap-2 font-medium">
        <CoinMark symbol={coin} small />
        {coin}
      </span>
    ),
  },
  { key: 'id', header: t('list.id'), cell: ({ id }) => <span className="code whitespace-nowrap">{shorten(id)}</span> },
  { key: 'time', header: t('list.time'), cell: ({ at }) => <span className="num">{utcDateTime(at)}</span> },
  { key: 'amount', header: t('list.amount'), align: 'end', cell: ({ amount }) => formatAmount(amount) },
  {
    key: 'state',
    header: t('list.state'),
    cell: () => (
      <Status tone="primary" mark="half">
        {t('status.half')}
      </Status>
    ),
  },
  {
    key: 'act',
    header: t('list.act'),
    role: 'action',
    cell: () => (
      <button type="button" className="btn btn-line btn-sm">
        {t('list.cancel')}
      </button>
    ),
  },
]

export function Lists() {
  const [page, setPage] = useState(1)
  return (
    <>
      <div className="panel">
        <DataList name="gallery" caption={t('list.caption')} columns={columns} rows={rows} rowKey={({ id }) => id} />
      </div>
      <Pager
        page={page}
        pages={3}
        onPage={setPage}
        label={t('list.pager')}
        previousLabel={t('list.previous')}
        nextLabel={t('list.next')}
        text={t('list.page', { page, pages: 3 })}
      />
    </>
  )
}
